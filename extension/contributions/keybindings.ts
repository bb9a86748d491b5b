import type { CommandName } from './commands.ts';
import { contextKeys } from './context-keys.ts';

interface KeyBinding {
  readonly command: CommandName;
  /** On Linux and Windows; no default of VS Code has it. */
  readonly key: string;
  readonly mac: string;
  readonly when: string;
}

const onHeat = `editorTextFocus && ${contextKeys.heat}`;

/** One key starts and stops; F8 goes through problems, with Ctrl through hot lines. */
export const keybindings: readonly KeyBinding[] = [
  { command: 'start', key: 'ctrl+f7', mac: 'cmd+f7', when: `isWorkspaceTrusted && !${contextKeys.recording}` },
  { command: 'stop', key: 'ctrl+f7', mac: 'cmd+f7', when: contextKeys.recording },
  { command: 'mark', key: 'ctrl+shift+f7', mac: 'cmd+shift+f7', when: contextKeys.recording },
  { command: 'nextHotLine', key: 'ctrl+f8', mac: 'cmd+f8', when: onHeat },
  { command: 'previousHotLine', key: 'ctrl+shift+f8', mac: 'cmd+shift+f8', when: onHeat },
];
