export const formatCommands = {
  openProfile: { title: 'Open with Laglens', inPalette: 'false' },
} as const;
