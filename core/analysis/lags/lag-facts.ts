import { float64At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import { overlapUs } from '../../session/columns/interval-columns.ts';
import { waitKind } from '../../session/columns/thread-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { isAppImage } from '../frames/app-images.ts';
import { sourceClass } from '../frames/class-names.ts';
import { chainInRange } from '../locks/chain-in-range.ts';
import { blockedUs as blockedPartUs } from '../threads/blocked-time.ts';
import { busyShare } from '../threads/busy-time.ts';
import { readyUs as readyPartUs } from '../threads/ready-time.ts';
import type { WaitsOn } from './lag.ts';
import { leafWaits } from './leaf-waits.ts';

/** The five parts make up the range's length. */
interface TimeShares {
  readonly busyUs: number;
  readonly blockedUs: number;
  /** Ready to run, without a core. */
  readonly readyUs: number;
  readonly unknownUs: number;
  readonly gcUs: number;
}

/** A wait below this share does not explain a lag. */
const WAIT_SHARE = 0.1;

/**
 * Splits a range by CPU time, or by sampled states where it is unknown. Off CPU, a thread was ready without a core where the system says
 * so, and blocked in a known wait. The rest is unknown: a page fault, native code without a clock.
 * Messages that main measured itself have exact times: samples at their borders lie partly outside.
 */
export function timeShares(model: SessionModel, thread: Thread, beginUs: number, endUs: number): TimeShares {
  const { messageUses } = thread;
  const sum = { busyUs: 0, blockedUs: 0, readyUs: 0 };
  const add = (part: SampledShares): void => {
    sum.busyUs += part.busyUs;
    sum.blockedUs += part.blockedUs;
    sum.readyUs += part.readyUs;
  };
  let untilUs = beginUs;
  for (const row of messageUses.within({ beginUs, endUs })) {
    add(sampledShares(model, thread, untilUs, float64At(messageUses.beginUs, row)));
    add(measuredShares(model, thread, row));
    untilUs = float64At(messageUses.endUs, row);
  }
  add(sampledShares(model, thread, untilUs, endUs));
  const gcUs = overlapUs(model.runs[thread.run]?.gcs, beginUs, endUs);
  const unknownUs = Math.max(0, endUs - beginUs - sum.busyUs - sum.blockedUs - sum.readyUs);
  return withoutPauses({ ...sum, unknownUs, gcUs });
}

/** Row of `thread.messageUses`. Waits are known from samples only, and take what is left. */
function measuredShares(model: SessionModel, thread: Thread, row: number): SampledShares {
  const { messageUses } = thread;
  const beginUs = float64At(messageUses.beginUs, row);
  const endUs = float64At(messageUses.endUs, row);
  const sampled = sampledShares(model, thread, beginUs, endUs);
  const busyUs = uint32At(messageUses.cpuUs, row);
  const restUs = endUs - beginUs - busyUs;
  const readyUs = messageUses.readyUsAt(row) ?? Math.min(sampled.readyUs, restUs);
  return { busyUs, readyUs, blockedUs: Math.min(sampled.blockedUs, restUs - readyUs) };
}

type SampledShares = Pick<TimeShares, 'busyUs' | 'blockedUs' | 'readyUs'>;

function sampledShares(model: SessionModel, thread: Thread, beginUs: number, endUs: number): SampledShares {
  const { samples } = thread;
  let busyUs = 0;
  let blockedUs = 0;
  let readyUs = 0;
  if (endUs <= beginUs) return { busyUs, blockedUs, readyUs };
  const take = (spanBeginUs: number, spanEndUs: number, share: number | undefined, row: number): void => {
    const partBeginUs = Math.max(spanBeginUs, beginUs);
    const partEndUs = Math.min(spanEndUs, endUs);
    const partUs = partEndUs - partBeginUs;
    if (partUs <= 0) return;
    busyUs += partUs * (share ?? 0);
    readyUs += readyPartUs(model, thread, row, share, partBeginUs, partEndUs);
    blockedUs += blockedPartUs(model, thread, row, share, partBeginUs, partEndUs);
  };
  for (let row = samples.firstEndingAfter(beginUs); row < samples.length; row++) {
    // Raw, as every row of every lag passes here: the loop bounds `row`.
    const rowBeginUs = samples.beginUsAt(row);
    const rowEndUs = samples.endUsAt(row);
    const state = samples.stateAt(row);
    if (row > 0) {
      // Until the middle, the previous row counts.
      const beforeUs = samples.endUsAt(row - 1);
      const share = busyShare(samples.leadCpuUsAt(row), rowBeginUs - beforeUs, state);
      take(beforeUs, (beforeUs + rowBeginUs) / 2, share, row - 1);
      take((beforeUs + rowBeginUs) / 2, rowBeginUs, share, row);
    }
    if (rowBeginUs >= endUs) break;
    take(rowBeginUs, rowEndUs, busyShare(samples.cpuUsAt(row), rowEndUs - rowBeginUs, state), row);
  }
  return { busyUs, blockedUs, readyUs };
}

/** A paused thread is off CPU; a pause lengthens no other wait. CPU clocks and pauses are slightly out of step. */
function withoutPauses({ busyUs, blockedUs, readyUs, unknownUs, gcUs }: TimeShares): TimeShares {
  const fromUnknown = Math.min(gcUs, unknownUs);
  const fromBlocked = Math.min(gcUs - fromUnknown, blockedUs);
  const fromReady = Math.min(gcUs - fromUnknown - fromBlocked, readyUs);
  const fromBusy = gcUs - fromUnknown - fromBlocked - fromReady;
  return {
    busyUs: busyUs - fromBusy,
    blockedUs: blockedUs - fromBlocked,
    readyUs: readyUs - fromReady,
    unknownUs: unknownUs - fromUnknown,
    gcUs,
  };
}

/** Undefined if no wait counts. */
export function waitsOn(model: SessionModel, thread: Thread, beginUs: number, endUs: number): WaitsOn | undefined {
  const { waits } = thread;
  const leastUs = (endUs - beginUs) * WAIT_SHARE;
  let longestUs = leastUs;
  let longest = -1;
  for (let row = firstAfter(waits.endUs, beginUs, waits.length); row < waits.length; row++) {
    const waitBeginUs = float64At(waits.beginUs, row);
    if (waitBeginUs >= endUs) break;
    const lastsUs = Math.min(float64At(waits.endUs, row), endUs) - Math.max(waitBeginUs, beginUs);
    if (lastsUs > longestUs) {
      longestUs = lastsUs;
      longest = row;
    }
  }
  const call = longestCall(thread, beginUs, endUs, longestUs);
  if (call < 0 && longest < 0) return leafWait(model, thread, beginUs, endUs, leastUs);
  const wait = call >= 0 ? callWaitsOn(model, thread, call) : waitOfRow(model, thread, longest);
  const chain = wait.ownerThread < 0 ? undefined : chainInRange(model, thread, { beginUs, endUs });
  return chain !== undefined && chain.ringFrom >= 0 ? { ...wait, isDeadlock: true } : wait;
}

/** A reported wait (row of `thread.waits`). */
export function waitOfRow(model: SessionModel, { run, waits }: Thread, row: number): WaitsOn {
  return {
    objectClass: sourceClass(model, run, waits.object[row]),
    ...(waits.kind[row] === waitKind.monitor ? { isLock: true } : {}),
    ownerThread: waits.owner[row] ?? -1,
    ownerNode: model.shownNode(run, uint32At(waits.ownerNode, row)),
  };
}

const INNER_SHARE = 0.8;

/** Row of the longest call over `leastUs`, or -1. */
function longestCall({ blockingCalls }: Thread, beginUs: number, endUs: number, leastUs: number): number {
  let longestUs = leastUs;
  let longest = -1;
  blockingCalls.visit(beginUs, endUs, (row) => {
    const lastsUs = Math.min(float64At(blockingCalls.endUs, row), endUs) - Math.max(float64At(blockingCalls.beginUs, row), beginUs);
    const isAround = longest >= (blockingCalls.firstInside[row] ?? row);
    if (lastsUs <= longestUs || (isAround && longestUs >= INNER_SHARE * lastsUs)) return;
    longestUs = lastsUs;
    longest = row;
  });
  return longest;
}

/** Otherwise the stack itself. */
function appFrameOf(model: SessionModel, top: number): number {
  for (let node = top; node !== 0; node = uint32At(model.nodes.parent, node)) {
    const method = model.methods[uint32At(model.nodes.method, node)];
    if (method !== undefined && method.image !== 0 && isAppImage(model, method.image)) return node;
  }
  return top;
}

/** A blocking call (row of `thread.blockingCalls`). */
export function callWaitsOn(model: SessionModel, { run, blockingCalls }: Thread, row: number): WaitsOn {
  const ownerThread = blockingCalls.owner[row] ?? -1;
  const owner = model.threads[ownerThread]?.samples;
  // The owner's activity amid the wait.
  const middleUs = (float64At(blockingCalls.beginUs, row) + float64At(blockingCalls.endUs, row)) / 2;
  const seen = owner === undefined ? 0 : Math.min(owner.firstEndingAfter(middleUs), owner.length - 1);
  return {
    function: model.strings[uint32At(blockingCalls.function, row)] ?? '',
    objectClass: model.strings[uint32At(blockingCalls.object, row)] ?? '',
    ownerThread,
    ownerNode: owner === undefined || owner.length === 0 ? 0 : appFrameOf(model, model.shownNode(run, owner.nodeAt(seen))),
  };
}

/** The system function of the longest wait by samples; undefined if none exceeds `leastUs` or has a name yet. */
function leafWait(model: SessionModel, thread: Thread, beginUs: number, endUs: number, leastUs: number): WaitsOn | undefined {
  const [longest] = [...leafWaits(model, thread, beginUs, endUs)].sort((a, b) => b[1] - a[1]);
  if (longest === undefined || longest[1] <= leastUs) return undefined;
  return { function: longest[0], objectClass: '', ownerThread: -1, ownerNode: 0 };
}
