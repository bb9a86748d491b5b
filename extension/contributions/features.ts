import { compareCommands } from '../../features/compare/extension/contributions.ts'; // features/compare
import { formatCommands } from '../../features/formats/extension/contributions.ts'; // features/formats
import { lakeCommands } from '../../features/lake/extension/contributions.ts'; // features/lake

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
