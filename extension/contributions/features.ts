import { budgetSchemas } from '../../features/budgets/extension/contributions.ts'; // features/budgets
import { compareCommands, compareFiles, compareSessionRows } from '../../features/compare/extension/contributions.ts'; // features/compare
import { formatCommands, profileItems } from '../../features/formats/extension/contributions.ts'; // features/formats
import { otherPatterns, ownPatterns } from '../../features/formats/extension/profile-files.ts'; // features/formats
import { lakeCommands, lakeSessionsTitle } from '../../features/lake/extension/contributions.ts'; // features/lake

/** Features' commands that open files, and those that compare, in the order of the manifest. */
export const openingCommands = {
  ...formatCommands, // features/formats
} as const;
export const comparingCommands = {
  ...compareCommands, // features/compare
  ...lakeCommands, // features/lake
} as const;
export const featureCommands = { ...openingCommands, ...comparingCommands } as const;

/** Commands of several rows or files, which VS Code passes as the second argument. */
export const selectionCommands: ReadonlySet<string> = new Set([
  ...Object.keys(compareCommands), // features/compare
]);

interface FeatureItem {
  readonly command: keyof typeof featureCommands;
  readonly when: string;
  readonly group: string;
}

/** Features' items of menus; conditions beside the menu's own. */
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
