import { budgetMutants } from '../../features/budgets/tests/mutants.ts'; // features/budgets
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
  ...hostMutants,
  ...faceMutants,
  ...webviewMutants,
  ...scriptMutants,
  ...agentMutants,
];
