import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}

/** Runs a program of this Node in a folder, to its end. Its output is kept, both streams in one. */
export function ran(root: string, argv: readonly string[]): Promise<Ended> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output, seconds: (performance.now() - startedMs) / 1_000 }));
  });
}

/** Tests of a run with a limit of time. */
export interface QuickRun {
  readonly failed: readonly { readonly path: string; readonly output: string }[];
  readonly ran: readonly string[];
  /** No time was left to begin them. */
  readonly left: readonly string[];
}

/**
 * Runs tests in their order, two at once. None begins after the limit; one that has begun ends.
 * @param run one test file @param isOver true from the limit on
 */
export async function quickRun(
  paths: readonly string[],
  run: (path: string) => Promise<Pick<Ended, 'code' | 'output'>>,
  isOver: () => boolean,
): Promise<QuickRun> {
  const failed: { readonly path: string; readonly output: string }[] = [];
  const begun: string[] = [];
  const lane = async (): Promise<void> => {
    for (let path = paths[begun.length]; path !== undefined && !isOver(); path = paths[begun.length]) {
      begun.push(path);
      const { code, output } = await run(path);
      if (code !== 0) failed.push({ path, output });
    }
  };
  await Promise.all([lane(), lane()]);
  return { failed, ran: begun, left: paths.slice(begun.length) };
}
