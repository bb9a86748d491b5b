import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '../core/sample-stream.ts';
import { damaged } from './damage.ts';
import { type Door, usualMost } from './door.ts';
import { Work } from './work.ts';

/** An input that broke a door's promise. */
interface Finding {
  readonly seed: number;
  readonly bytes: Uint8Array;
  /** With an error's stack. */
  readonly problem: string;
}

/** Equal for findings of one defect: the error without numbers, and its origin. */
function defectOf(problem: string): string {
  const [message = '', ...rest] = problem.split('\n');
  const places = rest.filter((line) => line.startsWith('    at ')).slice(0, 3);
  return [message.slice(0, 200).replace(/\d+/g, 'N'), ...places].join('\n');
}

interface FuzzReport {
  runs: number;
  /** Inputs that ended in an answer, and in the door's own error. */
  answered: number;
  refused: number;
  longest: { ms: number; seed: number };
  /** Largest input in steps. */
  largest: { steps: number; seed: number };
  /** One per defect, at most ten; total count. */
  readonly findings: Finding[];
  failed: number;
}

interface FuzzOptions {
  readonly firstSeed: number;
  /** Asked after each input. */
  isEnough(report: FuzzReport): boolean;
  /** Gets each seed before its run, for a watchdog. */
  readonly begins?: (seed: number) => void;
}

/** No input needs a hundredth of it, on any machine: it hangs, or nearly. */
const HANG_MS = 20_000;

/** Refusing readers may free memory only in the event loop, as Node's zlib does. */
const RUNS_PER_TURN = 100;

/** Tries altered inputs, one per seed, until `isEnough`. */
export async function fuzz(door: Door, { firstSeed, isEnough, begins }: FuzzOptions): Promise<FuzzReport> {
  const seeds = await door.seeds();
  const report: FuzzReport = {
    runs: 0,
    answered: 0,
    refused: 0,
    longest: { ms: 0, seed: 0 },
    largest: { steps: 0, seed: 0 },
    findings: [],
    failed: 0,
  };
  const known = new Set<string>();
  for (let seed = firstSeed; !isEnough(report) && report.findings.length < 10; seed++) {
    begins?.(seed);
    const bytes = inputOf(door, seeds, seed);
    const outcome = await tried(door, bytes);
    report.runs++;
    const { problem } = outcome;
    if (problem !== undefined) {
      report.failed++;
      if (!known.has(defectOf(problem))) report.findings.push({ seed, bytes, problem });
      known.add(defectOf(problem));
    } else if (outcome.isRefused) report.refused++;
    else report.answered++;
    if (outcome.ms > report.longest.ms) report.longest = { ms: outcome.ms, seed };
    if (outcome.steps > report.largest.steps) report.largest = { steps: outcome.steps, seed };
    if (report.runs % RUNS_PER_TURN === 0) await turn();
  }
  return report;
}

/** A seed's input: a good one altered along its structure, in its bytes, or both. */
function inputOf(door: Door, seeds: readonly Uint8Array[], seed: number): Uint8Array {
  const random = seededRandom(seed);
  const good = seeds[seed % seeds.length] ?? new Uint8Array(0);
  const luck = random();
  if (door.altered === undefined || luck < 0.25) return damaged(good, random);
  const altered = door.altered(good, random);
  return luck < 0.4 ? damaged(altered, random) : altered;
}

interface Outcome {
  /** Why the input is a finding, if it is. */
  readonly problem: string | undefined;
  readonly isRefused: boolean;
  readonly ms: number;
  readonly steps: number;
}

/** One input at a door. */
export async function tried(door: Door, bytes: Uint8Array): Promise<Outcome> {
  const work = new Work((door.most ?? usualMost)(bytes.length));
  const startedMs = performance.now();
  let problem: string | undefined;
  let isRefused = false;
  try {
    const result = door.run(bytes, work);
    work.made(result instanceof Promise ? await result : result);
  } catch (error) {
    isRefused = door.refuses(error);
    if (!isRefused) problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const ms = performance.now() - startedMs;
  if (ms > HANG_MS) problem ??= `It took ${ms.toFixed(0)} ms.`;
  return { problem, isRefused, ms, steps: work.steps };
}
