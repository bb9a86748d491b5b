import type { CommandName } from './commands.ts';
import { contextKeys } from './context-keys.ts';

/** Container in the activity bar. */
export const VIEW_CONTAINER = 'laglens';

export const viewIds = { devices: 'laglens.devices', sessions: 'laglens.sessions' } as const;

export type ViewName = keyof typeof viewIds;

/** Titles of the views, in their order. */
export const viewTitles: Readonly<Record<ViewName, string>> = { devices: 'Devices & Apps', sessions: 'Sessions' };

interface Welcome {
  readonly view: ViewName;
  /** Condition under which an empty view shows it. */
  readonly when: string;
  readonly text: string;
  /** Buttons, each with a sentence before it. */
  readonly buttons: readonly {
    readonly before?: string;
    readonly label: string;
    readonly command: CommandName | 'workbench.trust.manage';
  }[];
}

/** Texts of views without rows. */
export const welcomes: readonly Welcome[] = [
  {
    view: 'devices',
    when: '!isWorkspaceTrusted',
    text: 'Listing devices and apps starts programs (adb, Xcode’s tools), which needs a trusted workspace.',
    buttons: [{ label: 'Manage Workspace Trust', command: 'workbench.trust.manage' }],
  },
  {
    view: 'sessions',
    when: `!${contextKeys.sessionsFiltered} && !${contextKeys.recording}`,
    text: 'See live why your Android or iOS app lags, and open the line that did it. Your recorded sessions will be listed here.',
    buttons: [
      { label: 'Start Lag Capture', command: 'start' },
      { before: 'No phone at hand? A recorded session shows what to expect.', label: 'Open Sample Session', command: 'openSample' },
      { before: 'Something not working?', label: 'Troubleshoot', command: 'diagnose' },
    ],
  },
  {
    view: 'sessions',
    when: `!${contextKeys.sessionsFiltered} && ${contextKeys.recording}`,
    text: 'A capture is running. It will be listed here when you stop it.',
    buttons: [{ label: 'Show Capture', command: 'show' }],
  },
];
