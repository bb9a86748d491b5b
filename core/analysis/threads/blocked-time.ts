import { float64At, uint32At } from '../../columns/at.ts';
import { overlapUs } from '../../session/columns/interval-columns.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

/** Native methods of Android and the JDK that wait, by class. */
const byClass: Readonly<Record<string, readonly string[]>> = {
  'Landroid/os/MessageQueue;': ['nativePollOnce'],
  'Landroid/os/BinderProxy;': ['transactNative'],
  // libcore/luni/src/main/java/libcore/io/Linux.java
  'Llibcore/io/Linux;': [
    ...['accept', 'connect', 'fdatasync', 'fsync', 'open', 'poll', 'preadBytes', 'pwriteBytes', 'readBytes', 'readv'],
    ...['recvfromBytes', 'sendtoBytes', 'waitpid', 'writeBytes', 'writev'],
  ],
  'Ljava/io/FileInputStream;': ['readBytes', 'readBytes0', 'read0'],
  'Ljava/io/FileOutputStream;': ['writeBytes', 'write'],
  'Ljava/io/RandomAccessFile;': ['readBytes', 'readBytes0', 'writeBytes', 'writeBytes0'],
  'Ljava/net/PlainSocketImpl;': ['socketAccept', 'socketConnect'],
  'Ljava/net/SocketInputStream;': ['socketRead0'],
  'Ljava/net/SocketOutputStream;': ['socketWrite0'],
  'Lsun/nio/ch/EPoll;': ['wait'],
  'Lsun/nio/ch/EPollArrayWrapper;': ['epollWait'],
  'Lsun/nio/ch/FileDispatcherImpl;': ['force0', 'read0', 'readv0', 'write0', 'writev0'],
  'Lsun/nio/ch/Net;': ['accept', 'connect0', 'poll', 'pollConnect'],
  'Lsun/nio/ch/SocketDispatcher;': ['read0', 'readv0'],
};

/** Class (JVM type signature) and name of each. */
const WAITING_METHODS: ReadonlySet<string> = new Set(
  Object.entries(byClass).flatMap(([owner, names]) => names.map((name) => `${owner}${name}`)),
);

/** Below this CPU share, native code waits, as for a socket. */
const RESTING_SHARE = 0.05;

/**
 * True for a wait off CPU, by the row's state or native callee. A thread without a core is running or in native code.
 * @param busy share on CPU, undefined if unknown
 */
export function isWaitingRow(model: SessionModel, { samples }: Thread, row: number, busy: number | undefined): boolean {
  switch (samples.state[row]) {
    case threadState.monitor:
    case threadState.objectWait:
    case threadState.parked:
    case threadState.sleeping:
    case threadState.runtime:
    case threadState.kernel:
    case threadState.disk:
      return true;
    case threadState.native:
      return isResting(busy) || callsWait(model, uint32At(samples.node, row));
    // Held by a debugger or the collector.
    case threadState.suspended:
      return isResting(busy);
    default:
      return false;
  }
}

function isResting(busy: number | undefined): boolean {
  return busy !== undefined && busy < RESTING_SHARE;
}

/** In locks, `Object.wait`, `park` and blocking calls. */
export function waitedUs({ waits, blockingCalls }: Thread, beginUs: number, endUs: number): number {
  const inCallsUs = blockingCalls.length === 0 ? 0 : blockingCalls.coveredUs(beginUs, endUs);
  return Math.min(endUs - beginUs, inCallsUs + (waits.length === 0 ? 0 : overlapUs(waits, beginUs, endUs)));
}

/**
 * With a known wait, for the row and the time around it. The rest is unknown: perhaps no core was free.
 * @param busy share on CPU, undefined if unknown
 */
export function rowBlockedShare(model: SessionModel, thread: Thread, row: number, busy: number | undefined): number {
  const rest = 1 - (busy ?? 0);
  if (rest <= 0 || isWaitingRow(model, thread, row, busy)) return Math.max(0, rest);
  const beginUs = float64At(thread.samples.beginUs, row);
  const endUs = Math.max(beginUs + 1, float64At(thread.samples.endUs, row));
  return Math.min(rest, waitedUs(thread, beginUs, endUs) / (endUs - beginUs));
}

/** 1 for waiting methods, by row of `model.methods`. */
const knownBy = new WeakMap<SessionModel, Uint8Array>();

function callsWait(model: SessionModel, node: number): boolean {
  const { methods } = model;
  let known = knownBy.get(model);
  if (known === undefined || known.length < methods.length) {
    const longer = new Uint8Array(methods.length);
    if (known !== undefined) longer.set(known);
    for (let row = known?.length ?? 0; row < methods.length; row++) {
      const method = methods[row];
      if (method !== undefined && WAITING_METHODS.has(`${method.class}${method.name}`)) longer[row] = 1;
    }
    known = longer;
    knownBy.set(model, known);
  }
  return known[uint32At(model.nodes.method, node)] === 1;
}
