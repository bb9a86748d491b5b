import { float64At, uint8At, uint32At } from '../../../../core/columns/at.ts';
import { UNKNOWN_COUNT } from '../../../../core/session/columns/run-columns.ts';
import { UNKNOWN_CPU } from '../../../../core/session/columns/sample-columns.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Run } from '../../../../core/session/model/run.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { Untried } from '../asking/probe.ts';

/** A capture's process. @throws Untried without one */
export function runOf(model: SessionModel): Run {
  const run = model.runs[0];
  if (run?.hello === undefined) throw new Untried('no-capture');
  return run;
}

/** @throws Untried without a main thread */
export function mainOf(model: SessionModel): Thread {
  const main = model.threads.find(({ isMain }) => isMain);
  if (main === undefined) throw new Untried('no-capture');
  return main;
}

/** Messages of main's looper or run loop, and those with a name. */
export function countMessages(model: SessionModel): { readonly messages: number; readonly named: number } {
  const { messages } = mainOf(model);
  let named = 0;
  for (let row = 0; row < messages.length; row++) if (uint32At(messages.target, row) > 0 || uint32At(messages.callback, row) > 0) named++;
  return { messages: messages.length, named };
}

/** Rows of main with a stack, and of those with a known CPU time. */
export function countSamples(model: SessionModel): { readonly samples: number; readonly withCpu: number } {
  const { samples } = mainOf(model);
  let [stacks, withCpu] = [0, 0];
  for (let row = 0; row < samples.length; row++) {
    if (samples.nodeAt(row) > 0) stacks++;
    if (samples.cpuUsAt(row) !== UNKNOWN_CPU) withCpu++;
  }
  return { samples: stacks, withCpu };
}

/** Stack nodes with a line of source. */
export function countLines({ nodes }: SessionModel): { readonly nodes: number; readonly withLines: number } {
  let withLines = 0;
  for (let row = 1; row < nodes.length; row++) if (uint32At(nodes.line, row) > 0 && uint8At(nodes.mark, row) === 0) withLines++;
  return { nodes: nodes.length - 1, withLines };
}

/** Reports of the process' counters that have each. */
export function countCounters({ counters }: Run): {
  readonly reports: number;
  readonly memory: number;
  readonly heap: number;
  readonly thermal: number;
} {
  const known = (column: Float64Array): number => {
    let count = 0;
    for (let row = 0; row < counters.length; row++) if (float64At(column, row) !== UNKNOWN_COUNT) count++;
    return count;
  };
  return {
    reports: counters.length,
    memory: known(counters.footprintBytes),
    heap: known(counters.allocatedBytes),
    thermal: known(counters.thermal),
  };
}

/** Frames in time and late, with the shortest period. */
export function countFrames({ frames }: Run): { readonly frames: number; readonly periodUs: number } {
  let [count, periodUs] = [0, 0];
  for (let row = 0; row < frames.length; row++) {
    count += uint32At(frames.inTime, row) + (float64At(frames.lateUs, row) > 0 ? 1 : 0);
    const period = float64At(frames.periodUs, row);
    if (period > 0 && (periodUs === 0 || period < periodUs)) periodUs = period;
  }
  return { frames: count, periodUs };
}

/** In percent of one core; undefined before the agent's first report. */
export function agentCpuPercent(run: Run): number | undefined {
  const lastedUs = run.overhead.lastUs - run.beginUs;
  return run.overhead.reports === 0 || lastedUs <= 0 ? undefined : (100 * run.overheadUs) / lastedUs;
}
