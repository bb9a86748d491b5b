import { coreMutants } from './core.ts';
import type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [...coreMutants];
