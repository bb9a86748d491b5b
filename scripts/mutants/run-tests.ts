import { spawn } from 'node:child_process';

export interface TestsEnd {
  /** Undefined when the limit of time ended them. */
  readonly code: number | undefined;
  readonly output: string;
  readonly seconds: number;
}

/**
 * Runs test files in a folder. At the limit of time the whole process group is ended.
 * @param signal ends the tests early, as the limit does
 */
export function runTests(folder: string, tests: readonly string[], limitMs: number, signal: AbortSignal): Promise<TestsEnd> {
  const beganMs = performance.now();
  // A test that runs tests would otherwise report to the outer one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const argv = ['--test', '--test-reporter=spec', ...tests];
    const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
    let output = '';
    let isLate = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const end = (): void => {
      isLate = true;
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, limitMs);
    signal.addEventListener('abort', end);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code) => {
      settle();
      resolve({ code: isLate ? undefined : (code ?? 1), output, seconds: (performance.now() - beganMs) / 1_000 });
    });
  });
}

/** The first test that failed, by output of the reporter `spec`; empty without one. A test behind its own limit of time is marked. */
export function firstFailure(output: string): string {
  const name = /^\s*✖ (?!failing tests:)(.*?)(?: \([\d.]+ms\))?$/mu.exec(output)?.[1] ?? '';
  return /test timed out after/.test(output) ? `${name} (timed out)` : name;
}
