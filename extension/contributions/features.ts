import { lakeCommands, lakeSessionsTitle } from '../../features/lake/extension/contributions.ts'; // features/lake

/** Features' commands, in the order of the manifest. */
export const featureCommands = {
  ...lakeCommands, // features/lake
} as const;

interface FeatureItem {
  readonly command: keyof typeof featureCommands;
  readonly when: string;
  readonly group: string;
}

/** Features' items of menus. */
export const featureItems: Readonly<Record<'sessionsTitle', readonly FeatureItem[]>> = {
  /** Title of the view Sessions; conditions beside the view. */
  sessionsTitle: [
    ...lakeSessionsTitle, // features/lake
  ],
};
