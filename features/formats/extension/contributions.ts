import { onProfile } from './profile-files.ts';

export const formatCommands = {
  openProfile: { title: 'Open with Laglens', inPalette: 'false' },
} as const;

/** Items for files that may be profiles. */
export const profileItems = [{ command: 'openProfile', when: onProfile, group: '3_laglens@1' }] as const;
