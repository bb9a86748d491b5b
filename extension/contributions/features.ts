import { lakeCommands, lakeSessionsTitle } from '../../features/lake/extension/contributions.ts'; // features/lake

/** Features' commands, in the order of the manifest. */
export const featureCommands = {
  ...lakeCommands, // features/lake
} as const;

/** Features' items of menus. */
export const featureItems = {
  /** Title of the view Sessions; conditions beside the view. */
  sessionsTitle: [
    ...lakeSessionsTitle, // features/lake
  ],
} as const;
