import { agentToolMutants } from '../../features/agent-tools/tests/mutants.ts'; // features/agent-tools
import { budgetMutants } from '../../features/budgets/tests/mutants.ts'; // features/budgets
import { verifyMutants } from '../../features/verify/tests/mutants.ts'; // features/verify
import { agentMutants } from './agents.ts';
import { coreMutants } from './core.ts';
import { faceMutants } from './faces.ts';
import { hostMutants } from './host.ts';
import type { Mutant } from './mutant.ts';
import { scriptMutants } from './scripts.ts';
import { webviewMutants } from './webview.ts';

export const mutants: readonly Mutant[] = [
  ...coreMutants,
  ...budgetMutants, // features/budgets
  ...verifyMutants, // features/verify
  ...agentToolMutants, // features/agent-tools
  ...hostMutants,
  ...faceMutants,
  ...webviewMutants,
  ...scriptMutants,
  ...agentMutants,
];
