import type { featureUsages } from './features.ts';
import type { LoadedCommand } from './terminal.ts';

/** Features' commands, loaded on demand. */
export const featureCommands: Readonly<Record<keyof typeof featureUsages, LoadedCommand>> = {
  convert: async () => (await import('../features/formats/cli/convert-command.ts')).runConvert, // features/formats
  check: async () => (await import('../features/budgets/cli/check-command.ts')).runCheck, // features/budgets
  diff: async () => (await import('../features/compare/cli/diff-command.ts')).runDiff, // features/compare
  lake: async () => (await import('../features/lake/cli/lake-command.ts')).runLake, // features/lake
  tool: async () => (await import('../features/agent-tools/cli/tool-command.ts')).runTool, // features/agent-tools
  mcp: async () => (await import('../features/agent-tools/cli/mcp-command.ts')).runMcp, // features/agent-tools
  verify: async () => (await import('../features/verify/cli/verify-command.ts')).runVerify, // features/verify
};
