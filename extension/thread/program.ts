/** The program of threads that read sessions: beside this bundle, or in a checkout. */
export function sessionProgram(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../session-worker.ts' : './session-worker.cjs', import.meta.url);
}
