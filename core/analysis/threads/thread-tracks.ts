import { float64At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import type { IntervalColumns } from '../../session/columns/interval-columns.ts';
import { ON_CPU_SHARE, type SampleColumns, UNKNOWN_CPU } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { Thread } from '../../session/model/thread.ts';
import { offCpuActivity } from './blocked-time.ts';
import { rowBusyShare } from './busy-time.ts';
import { SETTLED_US } from './observed-time.ts';
import { hasReadyTimes, rowReadyShare } from './ready-time.ts';
import { visitSpans } from './spans.ts';
import { type StatesMark, ThreadStates, threadActivity } from './thread-states.ts';

/** A smaller part of a row's time off CPU is left out: segments stay few. */
const SMALL_SHARE = 0.02;

interface Settled {
  states: ThreadStates;
  untilUs: number;
  mark: StatesMark | undefined;
  /** Known blocking calls, including dropped ones. */
  calls: number;
  version: number;
  /** The model's drops of old rows. */
  drops: number;
}

const settledBy = new WeakMap<Thread, Settled>();

/**
 * States of a thread, updated incrementally in one object. All is computed again after a late blocking call that began in the final part.
 */
export function threadStates(model: SessionModel, thread: Thread): ThreadStates {
  const known = settledBy.get(thread) ?? { states: new ThreadStates(), untilUs: 0, mark: undefined, calls: 0, version: -1, drops: 0 };
  if (known.version === model.version) return known.states;
  known.version = model.version;
  settledBy.set(thread, known);
  if (known.drops !== model.drops) {
    known.drops = model.drops;
    dropStates(known, model.keptBeginUs);
  }
  if (isContradicted(thread, known)) Object.assign(known, { states: new ThreadStates(), untilUs: 0, mark: undefined });
  known.calls = thread.blockingCalls.droppedRows + thread.blockingCalls.length;
  const { states } = known;
  if (known.mark !== undefined) states.goBackTo(known.mark);
  const untilUs = Math.max(known.untilUs, (model.runs[thread.run]?.nowUs ?? 0) - SETTLED_US);
  addStates(model, thread, known.untilUs, untilUs, states);
  Object.assign(known, { untilUs, mark: states.mark() });
  addStates(model, thread, untilUs, Number.POSITIVE_INFINITY, states);
  return states;
}

function dropStates(known: Settled, keptBeginUs: number): void {
  const { states, mark } = known;
  const segments = states.dropBefore(keptBeginUs);
  if (known.untilUs <= keptBeginUs || mark === undefined || mark.length <= segments) {
    Object.assign(known, { states: new ThreadStates(), untilUs: 0, mark: undefined });
  } else known.mark = { ...mark, length: mark.length - segments };
}

/** Calls are reported on return. */
function isContradicted({ blockingCalls }: Thread, known: Settled): boolean {
  for (let row = Math.max(0, known.calls - blockingCalls.droppedRows); row < blockingCalls.length; row++) {
    if (float64At(blockingCalls.beginUs, row) < known.untilUs) return true;
  }
  return false;
}

function addStates(model: SessionModel, thread: Thread, beginUs: number, endUs: number, states: ThreadStates): void {
  const pauses = model.runs[thread.run]?.gcs;
  let pause = pauses === undefined ? 0 : firstAfter(pauses.endUs, beginUs, pauses.length);
  let row = -1;
  let rest: number = threadActivity.unknown;
  let share = 0;
  let readyShare = 0;
  const hasReady = hasReadyTimes(model, thread);
  visitSpans(model, thread, beginUs, endUs, (span) => {
    if (span.row !== row) {
      const knownShare = rowBusyShare(thread, span.row);
      share = knownShare ?? 0;
      rest = restOf(model, thread, span.row, knownShare, span.waits);
      const mayBeReady = hasReady && rest !== threadActivity.idle;
      readyShare = mayBeReady ? readyShareOffCpu(rowReadyShare(model, thread, span.row, knownShare), share) : 0;
      // A short row's CPU time was used before it.
      if (rest === threadActivity.idle) share = 0;
    }
    row = span.row;
    // Time without a core ends a wait, whose thread was woken up.
    const readyBeginUs = span.endUs - readyShare * (span.endUs - span.beginUs);
    if (readyShare < 1) {
      // A pause does not lengthen other waits.
      if (pauses === undefined || rest !== threadActivity.unknown) states.add(span.beginUs, readyBeginUs, share, rest);
      else pause = addAroundPauses(states, pauses, pause, { beginUs: span.beginUs, endUs: readyBeginUs }, share);
    }
    if (readyShare > 0) states.add(readyBeginUs, span.endUs, share, threadActivity.ready);
  });
}

/** Ready time as a share of the time off CPU, without parts too short to be drawn. */
function readyShareOffCpu(ready: number, share: number): number {
  const part = ready <= 0 || share >= 1 ? 0 : Math.min(1, ready / (1 - share));
  return part < SMALL_SHARE ? 0 : part > 1 - SMALL_SHARE ? 1 : part;
}

/** Cut by pauses; returns the first pause that may reach the next span. */
function addAroundPauses(states: ThreadStates, pauses: IntervalColumns, first: number, span: TimeRange, share: number): number {
  let pause = first;
  let atUs = span.beginUs;
  for (; pause < pauses.length && float64At(pauses.beginUs, pause) < span.endUs; pause++) {
    const beginUs = Math.max(atUs, float64At(pauses.beginUs, pause));
    const endUs = Math.min(span.endUs, float64At(pauses.endUs, pause));
    if (endUs <= beginUs) continue;
    if (beginUs > atUs) states.add(atUs, beginUs, share, threadActivity.unknown);
    states.add(beginUs, endUs, 0, threadActivity.pause);
    atUs = endUs;
    if (float64At(pauses.endUs, pause) > span.endUs) break;
  }
  if (span.endUs > atUs) states.add(atUs, span.endUs, share, threadActivity.unknown);
  return pause;
}

/**
 * True for a row that would have run but for a garbage collection.
 * @param share on CPU, undefined if unknown
 * @param waits for messages
 */
export function isStoppedByPauses(model: SessionModel, thread: Thread, row: number, share: number | undefined, waits: boolean): boolean {
  return restOf(model, thread, row, share, waits) === threadActivity.unknown;
}

/**
 * @param share on CPU, undefined if unknown
 * @param waits for messages
 */
function restOf(model: SessionModel, thread: Thread, row: number, share: number | undefined, waits: boolean): number {
  if (waits && (share ?? 0) < ON_CPU_SHARE) return threadActivity.idle;
  return offCpuActivity(model, thread, row, share);
}

const cpuBy = new WeakMap<Thread, { rows: number; us: number; droppedRows: number }>();

export function threadCpuUs(thread: Thread): number {
  const { samples } = thread;
  const { length, droppedRows } = samples;
  let known = cpuBy.get(thread);
  if (known?.droppedRows !== droppedRows) known = { rows: 0, us: 0, droppedRows };
  cpuBy.set(thread, known);
  const last = length - 1;
  let { us } = known;
  // A first sample's CPU time was used before it. The last row may still grow.
  for (let row = known.rows; row < last; row++) us += rowCpuUs(samples, row);
  known.us = us;
  known.rows = Math.max(known.rows, last);
  return last < 0 ? us : us + rowCpuUs(samples, last);
}

/** With the time before it. */
function rowCpuUs(samples: SampleColumns, row: number): number {
  return knownUs(samples.cpuUsAt(row)) + (row === 0 ? 0 : knownUs(samples.leadCpuUsAt(row)));
}

function knownUs(us: number): number {
  return us === UNKNOWN_CPU ? 0 : us;
}

/** Without the agent's own. */
export function isShownThread(thread: Thread): boolean {
  return thread.samples.length > 0 && !thread.isAgent;
}

/** Threads without main, busiest first. Within a factor of two they count as equal, so that rows stay in place. */
export function threadsByCpu(model: SessionModel, runs: readonly Run[]): readonly Thread[] {
  const wanted = new Set(runs.map((run) => run.index));
  return model.threads
    .filter((thread) => !thread.isMain && isShownThread(thread) && wanted.has(thread.run))
    .map((thread) => ({ thread, power: Math.round(Math.log2(1 + threadCpuUs(thread) / 1_000)) }))
    .sort((a, b) => b.power - a.power || b.thread.run - a.thread.run || a.thread.index - b.thread.index)
    .map(({ thread }) => thread);
}
