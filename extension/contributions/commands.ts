import { contextKeys, inPage } from './context-keys.ts';

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
  mark: { title: 'Mark Now', enablement: contextKeys.recording, icon: '$(bookmark)' },
  show: { title: 'Show Capture', enablement: contextKeys.hasSession },
  saveAs: { title: 'Save Session As…', enablement: `${contextKeys.hasSession} || (${inPage})`, icon: '$(save-as)' },
  openSession: { title: 'Open Session…' },
  openSample: { title: 'Open Sample Session' },
  diagnose: { title: 'Diagnose', enablement: 'isWorkspaceTrusted' },
  showSymbols: { title: 'Show Symbols', enablement: `${contextKeys.hasSession} || (${inPage})` },
  setBaseline: { title: 'Set as Baseline', enablement: `${contextKeys.hasSession} || (${inPage})` },
  clearBaseline: { title: 'Clear Baseline', enablement: contextKeys.hasBaseline },
  showInLaglens: { title: 'Show in Laglens', enablement: `${contextKeys.heat} && editorIsOpen` },
  clearHeat: { title: 'Clear Heat from Editors', enablement: contextKeys.heat },
  showHeat: { title: 'Show Heat in Editors', enablement: contextKeys.heatCleared },
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
