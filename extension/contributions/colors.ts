interface ColorDeclaration {
  readonly text: string;
  readonly defaults: { readonly dark: string; readonly light: string; readonly highContrast: string; readonly highContrastLight: string };
}

/** Theme colours by their id without `laglens.`. */
export const colors = {
  heat1: {
    text: 'Bar at a line that took time in the session, and was in no lag for 50 ms.',
    defaults: { dark: '#55606e', light: '#b9c1cb', highContrast: '#8a94a0', highContrastLight: '#7a838f' },
  },
  heat2: {
    text: 'Bar at a line that made up 50 ms of a lag.',
    defaults: { dark: '#8f7a35', light: '#d9b64a', highContrast: '#c2a647', highContrastLight: '#8a6d00' },
  },
  heat3: {
    text: 'Bar at a line that made up 100 ms of a lag.',
    defaults: { dark: '#c98a2b', light: '#d98a1f', highContrast: '#f0a830', highContrastLight: '#a65a00' },
  },
  heat4: {
    text: 'Bar at a line that made up 250 ms of a lag.',
    defaults: { dark: '#e8743b', light: '#cc4e12', highContrast: '#ff8c4a', highContrastLight: '#b33c00' },
  },
  heat5: {
    text: 'Bar at a line that made up a second of a lag.',
    defaults: { dark: '#ff5c5c', light: '#a8172e', highContrast: '#ff6b6b', highContrastLight: '#8f0f22' },
  },
  heatText: {
    text: 'Time before a line, and number of lags at its end.',
    defaults: {
      dark: 'descriptionForeground',
      light: 'descriptionForeground',
      highContrast: 'editor.foreground',
      highContrastLight: 'editor.foreground',
    },
  },
} as const satisfies Readonly<Record<string, ColorDeclaration>>;
