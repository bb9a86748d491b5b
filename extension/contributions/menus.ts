import type { CommandName } from './commands.ts';
import { contextKeys, inPage, inPanel } from './context-keys.ts';
import { featureItems } from './feature-menus.ts';
import { viewIds } from './views.ts';

interface MenuItem {
  readonly command: CommandName;
  /** Condition under which the item is there. */
  readonly when: string;
  readonly group: string;
}

const inDevices = `view == ${viewIds.devices}`;
const canStart = `isWorkspaceTrusted && !${contextKeys.recording}`;
const inSessions = `view == ${viewIds.sessions}`;
const onSession = `${inSessions} && viewItem =~ /^session/`;
const onOneSession = `${onSession} && !listMultiSelection`;
const onPinned = `${inSessions} && viewItem =~ /^session\\.pinned/`;
const onUnpinned = `${inSessions} && viewItem =~ /^session(\\.baseline)?$/`;
const onBaseline = `${inSessions} && viewItem =~ /^session.*\\.baseline$/`;

/** Of a session file in the Explorer or a tab. */
const onFile = 'resourceExtname == .laglens && !explorerResourceIsFolder';
const fileItems: readonly MenuItem[] = [
  ...featureItems.foreignFiles,
  { command: 'compareSession', when: onFile, group: '3_laglens@1' },
  { command: 'sharePage', when: onFile, group: '3_laglens@3' },
];

/** Items of VS Code's menus by the menu's id. */
export const menus: Readonly<Record<string, readonly MenuItem[]>> = {
  'editor/title': [
    // The page's header has these as buttons, so here they are texts.
    { command: 'start', when: `(${inPage}) && ${canStart}`, group: '1_capture@1' },
    { command: 'stop', when: `${inPanel} && ${contextKeys.recording}`, group: '1_capture@1' },
    { command: 'mark', when: `${inPanel} && ${contextKeys.recording}`, group: '1_capture@2' },
    { command: 'saveAs', when: `(${inPage})`, group: '2_session@1' },
    { command: 'share', when: `(${inPage})`, group: '2_session@2' },
    { command: 'compareSession', when: `(${inPage})`, group: '3_compare@1' },
  ],
  'view/title': [
    { command: 'diagnose', when: inDevices, group: 'navigation@1' },
    { command: 'showLog', when: inDevices, group: '1_log@1' },
    { command: 'openSession', when: inSessions, group: '1_open@1' },
    { command: 'openSample', when: inSessions, group: '1_open@2' },
    ...featureItems.sessionsTitle.map((item) => ({ ...item, when: `${inSessions} && ${item.when}` })),
    { command: 'clearBaseline', when: `${inSessions} && ${contextKeys.hasBaseline}`, group: '2_baseline@1' },
    { command: 'start', when: `${inSessions} && isWorkspaceTrusted && !${contextKeys.recording}`, group: 'navigation@1' },
    { command: 'stop', when: `${inSessions} && ${contextKeys.recording}`, group: 'navigation@1' },
    { command: 'clearSessionSearch', when: `${inSessions} && ${contextKeys.sessionsFiltered}`, group: 'navigation@2' },
    { command: 'searchSessions', when: inSessions, group: 'navigation@3' },
  ],
  'view/item/context': [
    { command: 'start', when: `${inDevices} && viewItem =~ /^(app\\.running|device\\.off)/ && ${canStart}`, group: 'inline@1' },
    { command: 'start', when: `${inDevices} && viewItem == app && ${canStart}`, group: 'inline@1' },
    { command: 'startFromLaunch', when: `${inDevices} && viewItem == app.launch && ${canStart}`, group: 'inline@1' },
    { command: 'stop', when: `${inDevices} && viewItem == app.recording`, group: 'inline@1' },
    { command: 'diagnose', when: `${inDevices} && viewItem == device.problem`, group: 'inline@1' },
    {
      command: 'start',
      when: `${inDevices} && viewItem =~ /^(app\\.running|app$|device$|device\\.launch|device\\.off)/`,
      group: '1_start@1',
    },
    { command: 'startFromLaunch', when: `${inDevices} && viewItem =~ /\\.launch$/`, group: '1_start@2' },
    { command: 'diagnose', when: `${inDevices} && viewItem =~ /^(device|app)/`, group: '2_diagnose@1' },
    { command: 'pinSession', when: onUnpinned, group: 'inline@1' },
    { command: 'unpinSession', when: onPinned, group: 'inline@1' },
    { command: 'deleteSession', when: onSession, group: 'inline@2' },
    { command: 'openStored', when: onOneSession, group: '1_open@1' },
    { command: 'revealSession', when: `${onOneSession} && !isWeb`, group: '1_open@2' },
    { command: 'compareSession', when: onOneSession, group: '2_compare@1' },
    ...featureItems.sessionRows.map((item) => ({ ...item, when: `${onSession} && ${item.when}` })),
    { command: 'clearBaseline', when: `${onBaseline} && !listMultiSelection`, group: '2_compare@2' },
    { command: 'sharePage', when: onOneSession, group: '3_share@1' },
    { command: 'pinSession', when: `${onUnpinned} && !listMultiSelection`, group: '4_keep@1' },
    { command: 'unpinSession', when: `${onPinned} && !listMultiSelection`, group: '4_keep@1' },
    { command: 'deleteSession', when: onOneSession, group: '4_keep@2' },
  ],
  'explorer/context': [
    ...fileItems.map((item) => ({ ...item, when: `${item.when} && !listMultiSelection` })),
    ...featureItems.files.map((item) => ({ ...item, when: `${onFile} && ${item.when}` })),
  ],
  'editor/title/context': fileItems,
  'editor/context': [
    { command: 'showInLaglens', when: `resourcePath in ${contextKeys.heatPaths}`, group: 'navigation@90' },
    { command: 'clearHeat', when: `resourcePath in ${contextKeys.heatPaths}`, group: 'navigation@91' },
    { command: 'showHeat', when: contextKeys.heatCleared, group: 'navigation@91' },
  ],
};
