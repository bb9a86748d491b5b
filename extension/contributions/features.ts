import { budgetSchemas } from '../../features/budgets/extension/contributions.ts'; // features/budgets
import { compareCommands, compareFiles, compareSessionRows } from '../../features/compare/extension/contributions.ts'; // features/compare
import { lakeCommands, lakeSessionsTitle } from '../../features/lake/extension/contributions.ts'; // features/lake

/** Features' commands, in the order of the manifest. */
export const featureCommands = {
  ...compareCommands, // features/compare
  ...lakeCommands, // features/lake
} as const;

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
export const featureItems: Readonly<Record<'sessionsTitle' | 'sessionRows' | 'files', readonly FeatureItem[]>> = {
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
};

/** JSON Schemas of features' files. */
export const featureSchemas: readonly { readonly fileMatch: string; readonly url: string }[] = [
  ...budgetSchemas, // features/budgets
];
