import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '../../../core/session/sample-stream.ts';
import { SymbolError } from '../../../core/symbols/symbol-error.ts';
import { damaged } from './damage.ts';

/** A reader, and what it reads. */
export interface FuzzTarget {
  readonly name: string;
  /** Good files to damage; small ones give more runs. */
  inputs(): Promise<readonly Uint8Array[]>;
  /** Reads all that can be read of the file. May throw SymbolError, and nothing else. */
  read(bytes: Uint8Array): void;
  /** How many runs the tests do; 3,000 when absent. */
  readonly runs?: number;
}

export interface FuzzReport {
  readonly runs: number;
  /** Runs that ended in an answer, and those that ended in a SymbolError. */
  readonly answered: number;
  readonly refused: number;
  readonly slowestMs: number;
  /** What must not be, each with its seed; at most ten. */
  readonly findings: readonly string[];
}

/** One run that takes longer is taken for a hang: the good files need a few milliseconds. */
const HANG_MS = 5000;

/** What refuses bytes may leave its end to the event loop, and with it its memory, as Node's zlib does. */
const RUNS_PER_TURN = 100;

/** Reads damaged files, one for each seed from `firstSeed` on, until `isEnough`. */
export async function fuzz(target: FuzzTarget, firstSeed: number, isEnough: (runs: number) => boolean): Promise<FuzzReport> {
  const inputs = await target.inputs();
  const report = { runs: 0, answered: 0, refused: 0, slowestMs: 0, findings: [] as string[] };
  for (let seed = firstSeed; !isEnough(report.runs) && report.findings.length < 10; seed++) {
    const bytes = damagedBy(inputs, seed);
    const startedMs = performance.now();
    try {
      target.read(bytes);
      report.answered++;
    } catch (error) {
      if (error instanceof SymbolError) report.refused++;
      else report.findings.push(`${target.name}, seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
    }
    const tookMs = performance.now() - startedMs;
    report.slowestMs = Math.max(report.slowestMs, tookMs);
    if (tookMs > HANG_MS) report.findings.push(`${target.name}, seed ${seed}: took ${tookMs.toFixed(0)} ms`);
    report.runs++;
    if (report.runs % RUNS_PER_TURN === 0) await turn();
  }
  return report;
}

/** The file of a seed. */
export function damagedBy(inputs: readonly Uint8Array[], seed: number): Uint8Array {
  return damaged(inputs[seed % inputs.length] ?? new Uint8Array(0), seededRandom(seed));
}
