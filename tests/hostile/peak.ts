import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A case module's default export: does the work and returns JSON for the test's assertions. */
export type PeakCase = (...args: readonly string[]) => unknown;

interface PeakOptions {
  /** Strings for the case. */
  readonly args?: readonly string[];
  /** Limit of V8's old space in MB; an extension host has 4 GB. */
  readonly heapMb?: number;
  /** Kills a child that never ends. */
  readonly watchdogMs?: number;
}

interface Peak {
  /** The case's result; undefined if it did not end by itself. */
  readonly result: unknown;
  /** Peak of the whole process, MB of 2^20 bytes: V8's heap, ArrayBuffers, threads, Node itself (about 70). */
  readonly peakMb: number | undefined;
  /** Exit code or signal. 134 or SIGABRT: V8 ran out of memory. */
  readonly exit: number | NodeJS.Signals | null;
  readonly errors: string;
}

/** Limit for a hostile file, Node included, in MB. */
export const MOST_PEAK_MB = 500;

const runner = fileURLToPath(new URL('run-peak.ts', import.meta.url));

/** Runs a module's case in its own process, for its own peak. `module` as from `import.meta.resolve`. */
export async function peakOf(module: string, { args = [], heapMb = 4_096, watchdogMs = 300_000 }: PeakOptions = {}): Promise<Peak> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, '--expose-gc', runner, module, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A test runner's child would use the runner's own format.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    timeout: watchdogMs,
    killSignal: 'SIGKILL',
  });
  const [output, errors, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const { result, peakMb } = parse(output);
  return { result, peakMb, exit: typeof code === 'number' ? code : signal, errors };
}

/** The last line is the harness'; a case may print others. */
function parse(output: string): { readonly result: unknown; readonly peakMb: number | undefined } {
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  const value: unknown = last.startsWith('{') ? JSON.parse(last) : undefined;
  return isOutcome(value) ? { result: value.result, peakMb: value.peakMb } : { result: undefined, peakMb: undefined };
}

function isOutcome(value: unknown): value is { readonly result?: unknown; readonly peakMb: number } {
  return typeof value === 'object' && value !== null && 'peakMb' in value && typeof value.peakMb === 'number';
}
