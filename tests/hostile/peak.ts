import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What a case's module default-exports: does the work and gives what the test asserts, as JSON can carry it. */
export type PeakCase = (...args: readonly string[]) => unknown;

export interface PeakOptions {
  /** Strings for the case. */
  readonly args?: readonly string[];
  /** Limit of V8's old space in MB; an extension host has 4 GB. */
  readonly heapMb?: number;
  /** The child is killed after so long: for a case that ends never, not for one that is slow. */
  readonly watchdogMs?: number;
}

export interface Peak {
  /** What the case gave; undefined when it did not end by itself. */
  readonly result: unknown;
  /** Most memory that the whole process held at once, MB of 2^20 bytes: V8's heap, ArrayBuffers, threads, Node itself (about 70). */
  readonly peakMb: number | undefined;
  /** Exit code, or the signal that ended the process. 134 or SIGABRT: V8 had no memory left. */
  readonly exit: number | NodeJS.Signals | null;
  /** Standard error, for the assertion's message. */
  readonly errors: string;
}

/** Most memory that a hostile file may cost, Node included, in MB. */
export const MOST_PEAK_MB = 500;

const runner = fileURLToPath(new URL('run-peak.ts', import.meta.url));

/** Runs the case of a module in a process of its own, so that its peak is nobody else's. `module` as `import.meta.resolve` gives it. */
export async function peakOf(module: string, { args = [], heapMb = 4_096, watchdogMs = 300_000 }: PeakOptions = {}): Promise<Peak> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, '--expose-gc', runner, module, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A test runner's child would speak the runner's own format.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    timeout: watchdogMs,
    killSignal: 'SIGKILL',
  });
  const [output, errors, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const { result, peakMb } = parse(output);
  return { result, peakMb, exit: typeof code === 'number' ? code : signal, errors };
}

/** The last line is the harness's; a case may print lines before it. */
function parse(output: string): { readonly result: unknown; readonly peakMb: number | undefined } {
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  const value: unknown = last.startsWith('{') ? JSON.parse(last) : undefined;
  return isOutcome(value) ? { result: value.result, peakMb: value.peakMb } : { result: undefined, peakMb: undefined };
}

function isOutcome(value: unknown): value is { readonly result?: unknown; readonly peakMb: number } {
  return typeof value === 'object' && value !== null && 'peakMb' in value && typeof value.peakMb === 'number';
}
