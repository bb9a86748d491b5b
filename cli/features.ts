import { mcpUsage, toolUsage } from '../features/agent-tools/cli/usage.ts'; // features/agent-tools
import { checkUsage } from '../features/budgets/cli/usage.ts'; // features/budgets
import { diffUsage } from '../features/compare/cli/usage.ts'; // features/compare
import { convertUsage } from '../features/formats/cli/usage.ts'; // features/formats
import { lakeUsage } from '../features/lake/cli/usage.ts'; // features/lake
import { verifyUsage } from '../features/verify/cli/usage.ts'; // features/verify

/** Usages of features' commands, in the order of `laglens help`. */
export const featureUsages = {
  convert: convertUsage, // features/formats
  check: checkUsage, // features/budgets
  diff: diffUsage, // features/compare
  lake: lakeUsage, // features/lake
  tool: toolUsage, // features/agent-tools
  mcp: mcpUsage, // features/agent-tools
  verify: verifyUsage, // features/verify
} as const;

/** Commands that reach devices, and take the options for that. */
export const featureDeviceCommands: readonly (keyof typeof featureUsages)[] = [
  'mcp', // features/agent-tools
  'verify', // features/verify
];

/** Exit codes of commands that fail, where 1 has another meaning. */
export const failureCodes: Readonly<Record<string, number>> = {
  check: 2, // features/budgets: for build servers, a failure is no broken budget
  verify: 2, // features/verify: a failure is no false fact
};

/** Further meanings of exit codes. */
export const featureExits: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: 1, meaning: 'check: the budget is broken' }, // features/budgets
  { code: 2, meaning: 'check: an error, or the budget could not be judged' }, // features/budgets
  { code: 1, meaning: 'tool: the answer is an error' }, // features/agent-tools
  { code: 1, meaning: 'lake add, lake tidy: some sessions or files were skipped' }, // features/lake
  { code: 1, meaning: 'verify: a fact is false' }, // features/verify
  { code: 2, meaning: 'verify: an error, there is no report' }, // features/verify
];
