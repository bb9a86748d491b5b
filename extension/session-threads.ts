/**
 * Programs of threads by name. They read sessions, so they share most of their code: one bundle has it once, and a file of its own per
 * thread starts it.
 */
export const start = {
  costs: () => import('./costs/cost-worker.ts'),
  facts: () => import('./facts/facts-worker.ts'),
  imports: () => import('./imports/import-worker.ts'),
  names: () => import('./symbols/names-worker.ts'),
} as const;
