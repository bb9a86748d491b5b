import type { CommandName } from './commands.ts';
import { contextKeys, inPage, inPanel } from './context-keys.ts';

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
