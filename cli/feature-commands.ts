import type { featureUsages } from './features.ts';
import type { Terminal } from './terminal.ts';

/** Gives the exit code. */
export type LoadedCommand = () => Promise<(args: readonly string[], terminal: Terminal) => Promise<number>>;

/** Features' commands, loaded on demand. */
export const featureCommands: Readonly<Record<keyof typeof featureUsages, LoadedCommand>> = {
  convert: async () => (await import('../features/formats/cli/convert-command.ts')).runConvert, // features/formats
  check: async () => (await import('../features/budgets/cli/check-command.ts')).runCheck, // features/budgets
  diff: async () => (await import('../features/compare/cli/diff-command.ts')).runDiff, // features/compare
  lake: async () => (await import('../features/lake/cli/lake-command.ts')).runLake, // features/lake
};
