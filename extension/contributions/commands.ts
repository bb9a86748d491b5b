import { contextKeys, hasAnySession } from './context-keys.ts';
import { comparingCommands, openingCommands } from './features.ts';

export interface CommandDeclaration {
  readonly title: string;
  /** Condition under which the command can be run; always when left out. */
  readonly enablement?: string;
  /** Condition of the palette, 'false' for commands of rows, menus and Share…; like `enablement` when left out. */
  readonly inPalette?: string;
  /** Icon in titles and rows. */
  readonly icon?: `$(${string})`;
}

/** All commands by their id without `laglens.`. */
export const commands = {
  start: { title: 'Start Lag Capture', enablement: 'isWorkspaceTrusted', icon: '$(record)' },
  startFromLaunch: { title: 'Start Lag Capture from App Launch', enablement: 'isWorkspaceTrusted', icon: '$(rocket)' },
  repeat: { title: 'Repeat Last Capture', enablement: `isWorkspaceTrusted && !${contextKeys.nothingToRepeat}` },
  stop: { title: 'Stop Lag Capture', enablement: contextKeys.recording, icon: '$(debug-stop)' },
  mark: { title: 'Add Marker', enablement: contextKeys.recording, icon: '$(bookmark)' },
  show: { title: 'Show Capture', enablement: hasAnySession },
  saveAs: { title: 'Save Session As…', enablement: hasAnySession, icon: '$(save-as)' },
  openSession: { title: 'Open Session…' },
  openStored: { title: 'Open', icon: '$(go-to-file)', inPalette: 'false' },
  ...openingCommands,
  compareSession: { title: 'Compare…', icon: '$(compare-changes)', inPalette: hasAnySession },
  ...comparingCommands,
  pinSession: { title: 'Pin', icon: '$(pin)', inPalette: 'false' },
  unpinSession: { title: 'Unpin', icon: '$(pinned)', inPalette: 'false' },
  deleteSession: { title: 'Delete…', icon: '$(trash)', inPalette: 'false' },
  revealSession: { title: 'Reveal in File Manager', inPalette: 'false' },
  searchSessions: { title: 'Search Sessions…', icon: '$(search)', inPalette: 'false' },
  clearSessionSearch: { title: 'Clear Search', icon: '$(clear-all)', inPalette: 'false' },
  openSample: { title: 'Open Sample Session' },
  diagnose: { title: 'Troubleshoot Connection', enablement: 'isWorkspaceTrusted', icon: '$(checklist)' },
  showSymbols: { title: 'Show Symbols', enablement: hasAnySession },
  setBaseline: { title: 'Set as Baseline', inPalette: hasAnySession },
  setRangeBaseline: { title: 'Set Range as Baseline', enablement: hasAnySession, inPalette: 'false' },
  clearBaseline: { title: 'Clear Baseline', enablement: contextKeys.hasBaseline },
  swapSides: { title: 'Swap Sides of the Comparison', enablement: hasAnySession, icon: '$(arrow-swap)', inPalette: 'false' },
  showInLaglens: { title: 'Show in Laglens', enablement: `${contextKeys.heat} && editorIsOpen` },
  nextHotLine: { title: 'Go to Next Hot Line', enablement: `${contextKeys.heat} && editorIsOpen` },
  previousHotLine: { title: 'Go to Previous Hot Line', enablement: `${contextKeys.heat} && editorIsOpen` },
  clearHeat: { title: 'Hide Line Costs in Editors', enablement: contextKeys.heat, inPalette: 'false' },
  showHeat: { title: 'Show Line Costs in Editors', enablement: contextKeys.heatCleared, inPalette: 'false' },
  share: { title: 'Share…', enablement: hasAnySession, icon: '$(share)' },
  sharePage: { title: 'Share Session as a Page…', inPalette: 'false' },
  shareFile: { title: 'Share Session File…', enablement: hasAnySession, inPalette: 'false' },
  keepLag: { title: 'Keep This Lag…', enablement: hasAnySession, inPalette: 'false' },
  copyMarkdown: { title: 'Copy Session as Markdown', enablement: hasAnySession, inPalette: 'false' },
  openAsText: { title: 'Open Session as Text', enablement: hasAnySession, inPalette: 'false' },
  showLog: { title: 'Show Log', inPalette: 'false' },
} as const satisfies Readonly<Record<string, CommandDeclaration>>;

export type CommandName = keyof typeof commands;

/** The id by which VS Code knows the command. */
export function commandId<Name extends CommandName>(name: Name): `laglens.${Name}` {
  return `laglens.${name}`;
}

/** All commands, for their registration. */
export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName);

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
