import type { Kind } from './lanes.ts';

const own = (file: string): string => new URL(file, import.meta.url).href;

/** Node's arguments for the process of test files. */
export function preloadsFor(kind: Kind): string[] {
  const preloads = [own('test-process.ts'), ...(kind === 'computes' ? [own('low-priority.ts')] : [])];
  return preloads.flatMap((preload) => ['--import', preload]);
}
