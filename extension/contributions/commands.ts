import { contextKeys, inPage, inPanel } from './context-keys.ts';

interface CommandDeclaration {
  readonly title: string;
  /** Condition under which the command can be run; always when left out. */
  readonly enablement?: string;
  /** Icon in the title of an editor. */
  readonly icon?: `$(${string})`;
}

/** All commands by their id without `laglens.`. */
export const commands = {
  start: { title: 'Start Lag Capture', enablement: 'isWorkspaceTrusted', icon: '$(record)' },
  startFromLaunch: { title: 'Start Lag Capture from App Launch', enablement: 'isWorkspaceTrusted' },
  repeat: { title: 'Repeat Last Capture', enablement: `isWorkspaceTrusted && !${contextKeys.nothingToRepeat}` },
  stop: { title: 'Stop Lag Capture', enablement: contextKeys.recording, icon: '$(debug-stop)' },
  mark: { title: 'Add Marker', enablement: contextKeys.recording, icon: '$(bookmark)' },
  show: { title: 'Show Capture', enablement: contextKeys.hasSession },
  saveAs: { title: 'Save Session As…', enablement: `${contextKeys.hasSession} || (${inPage})`, icon: '$(save-as)' },
  openSession: { title: 'Open Session…' },
  openSample: { title: 'Open Sample Session' },
  diagnose: { title: 'Troubleshoot Connection', enablement: 'isWorkspaceTrusted' },
  showSymbols: { title: 'Show Symbols', enablement: `${contextKeys.hasSession} || (${inPage})` },
  setBaseline: { title: 'Set as Baseline', enablement: `${contextKeys.hasSession} || (${inPage})` },
  clearBaseline: { title: 'Clear Baseline', enablement: contextKeys.hasBaseline },
  showInLaglens: { title: 'Show in Laglens', enablement: `${contextKeys.heat} && editorIsOpen` },
  clearHeat: { title: 'Hide Line Costs in Editors', enablement: contextKeys.heat },
  showHeat: { title: 'Show Line Costs in Editors', enablement: contextKeys.heatCleared },
  share: { title: 'Share…', enablement: inPage, icon: '$(share)' },
  sharePage: { title: 'Share Session as a Page…', enablement: inPage },
  shareFile: { title: 'Share Session File…', enablement: inPage },
  keepLag: { title: 'Keep This Lag…', enablement: inPage },
  copyMarkdown: { title: 'Copy Session as Markdown', enablement: inPage },
  openAsText: { title: 'Open Session as Text', enablement: inPage },
  showLog: { title: 'Show Log' },
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

interface MenuItem {
  readonly command: CommandName;
  /** Condition under which the item is there. */
  readonly when: string;
  readonly group: string;
}

/** Items of VS Code's menus by the menu's id. */
export const menus: Readonly<Record<string, readonly MenuItem[]>> = {
  'editor/title': [
    { command: 'start', when: `(${inPage}) && isWorkspaceTrusted && !${contextKeys.recording}`, group: 'navigation@1' },
    { command: 'stop', when: `${inPanel} && ${contextKeys.recording}`, group: 'navigation@1' },
    { command: 'mark', when: `${inPanel} && ${contextKeys.recording}`, group: 'navigation@2' },
    { command: 'saveAs', when: `(${inPage})`, group: 'navigation@3' },
    { command: 'setBaseline', when: `(${inPage})`, group: 'baseline@1' },
    { command: 'clearBaseline', when: `(${inPage}) && ${contextKeys.hasBaseline}`, group: 'baseline@2' },
    { command: 'share', when: `(${inPage})`, group: 'navigation@4' },
  ],
  'editor/context': [{ command: 'showInLaglens', when: `resourcePath in ${contextKeys.heatPaths}`, group: 'navigation@90' }],
};
