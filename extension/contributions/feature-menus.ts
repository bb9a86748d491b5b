import { budgetSchemas } from '../../features/budgets/extension/contributions.ts'; // features/budgets
import { compareFiles, compareSessionRows } from '../../features/compare/extension/contributions.ts'; // features/compare
import { otherPatterns, ownPatterns, profileItems } from '../../features/formats/extension/profile-files.ts'; // features/formats
import { lakeSessionsTitle } from '../../features/lake/extension/contributions.ts'; // features/lake
import type { featureCommands } from './features.ts';

interface FeatureItem {
  readonly command: keyof typeof featureCommands;
  readonly when: string;
  readonly group: string;
}

/** Features' items of menus; conditions beside the menu's own. The manifest alone has them: they know more than a starting window may load. */
export const featureItems: Readonly<Record<'sessionsTitle' | 'sessionRows' | 'files' | 'foreignFiles', readonly FeatureItem[]>> = {
  /** Title of the view Sessions. */
  sessionsTitle: [
    ...lakeSessionsTitle, // features/lake
  ],
  sessionRows: [
    ...compareSessionRows, // features/compare
  ],
  /** Session files of the Explorer. */
  files: [
    ...compareFiles, // features/compare
  ],
  /** Any files, in the Explorer and tabs. */
  foreignFiles: [
    ...profileItems, // features/formats
  ],
};

/** JSON Schemas of features' files. */
export const featureSchemas: readonly { readonly fileMatch: string; readonly url: string }[] = [
  ...budgetSchemas, // features/budgets
];

/** Patterns of other tools' files: those that open by themselves, and those that may. */
export const foreignPatterns: Readonly<Record<'own' | 'other', readonly string[]>> = {
  own: [
    ...ownPatterns, // features/formats
  ],
  other: [
    ...otherPatterns, // features/formats
  ],
};
