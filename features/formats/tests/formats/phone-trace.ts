import { type Fields, traceOf } from './made-trace.ts';

/** A phone's threads: the app's main, render thread and worker, and one of the system server. */
export const phone = { app: 1_000, render: 1_001, worker: 1_002, made: 1_003, server: 500, binder: 501 } as const;
const names = new Map([
  [0, 'swapper'],
  [1_000, 'm.example.shop'],
  [1_001, 'RenderThread'],
  [1_002, 'pool-1-thread-1'],
  [1_003, 'downloader'],
  [501, 'binder:500_1'],
]);
const comm = (tid: number): string => names.get(tid) ?? `t${tid}`;

export const [ready, sleeps, waitsForDisk, preempted] = [0, 1, 2, 256];
const SECOND = 1_000_000_000;
/** Nanoseconds from boot; the recording begins after five seconds. */
export const at = (ms: number): number => 5 * SECOND + Math.round(ms * 1e6);

const event = (ms: number, tid: number, kind: number, body: Fields): Fields => ({ 1: at(ms), 2: tid, [kind]: body });

/** The thread `from` leaves a core in a state, `to` goes on. */
export function switched(ms: number, from: number, state: number, to: number): Fields {
  return event(ms, from, 4, { 1: comm(from), 2: from, 3: 120, 4: state, 5: comm(to), 6: to, 7: 120 });
}

export function woken(ms: number, by: number, tid: number): Fields {
  return event(ms, by, 20, { 1: comm(tid), 2: tid, 3: 120, 4: 1, 5: 0 });
}

export function bundle(core: number, events: readonly Fields[], more: Fields = {}): Fields {
  return { 10: 1, 1: { 1: core, 2: events, ...more } };
}

/** Switches and wakings of one core in columns: `[ms, state of the thread before, next thread]`, `[ms, woken thread]`. */
export function compactBundle(
  core: number,
  switches: readonly (readonly [number, number, number])[],
  wakings: readonly (readonly [number, number])[],
  more: Fields = {},
): Fields {
  const interned = [...new Set([...switches.map(([, , tid]) => comm(tid)), ...wakings.map(([, tid]) => comm(tid))])];
  const differences = (times: readonly number[]): readonly number[] =>
    times.map((ms, index) => at(ms) - (index === 0 ? 0 : at(times[index - 1] ?? 0)));
  const compact = {
    5: interned,
    1: { packed: differences(switches.map(([ms]) => ms)) },
    2: { packed: switches.map(([, state]) => state) },
    3: { packed: switches.map(([, , tid]) => tid) },
    4: { packed: switches.map(() => 120) },
    6: { packed: switches.map(([, , tid]) => interned.indexOf(comm(tid))) },
    7: { packed: differences(wakings.map(([ms]) => ms)) },
    8: { packed: wakings.map(([, tid]) => tid) },
    9: { packed: wakings.map(() => 0) },
    10: { packed: wakings.map(() => 120) },
    11: { packed: wakings.map(([, tid]) => interned.indexOf(comm(tid))) },
    12: { packed: wakings.map(() => 1) },
  };
  return { 10: 1, 1: { 1: core, 4: compact, ...more } };
}

/** Clocks, the version of the kernel, processes with their threads. */
const phoneBegin: readonly Fields[] = [
  {
    10: 2,
    6: {
      1: [
        { 1: 6, 2: 4 * SECOND },
        { 1: 3, 2: 3 * SECOND },
      ],
    },
  },
  { 10: 2, 8: at(-100), 45: { 1: { 1: 'Linux', 3: '5.10.81-android12' }, 2: 'google/shop/shop:14/UP1A/1:user/release-keys', 5: 34 } },
  {
    10: 2,
    8: at(-100),
    2: {
      1: [
        { 1: phone.app, 2: 300, 3: 'com.example.shop' },
        { 1: phone.server, 2: 300, 3: 'system_server' },
      ],
      2: [
        { 1: phone.render, 2: 'RenderThread', 3: phone.app },
        { 1: phone.worker, 2: 'pool-1-thread-1', 3: phone.app },
        { 1: phone.binder, 2: 'binder:500_1', 3: phone.server },
      ],
    },
  },
];

/**
 * Two cores, whose bundles come one core after the other, the second core's first. Main runs from 0 to 20 ms, sleeps until the worker wakes it
 * at 50 ms, has no core until 58 ms, runs on core 1 until it is preempted at 100 ms, runs from 110 ms, waits for a disk from 120 to 140 ms,
 * and runs until 400 ms.
 * @param behindMs their clock is behind the time since boot
 */
export function schedPackets(behindMs = 0, more: Fields = {}): readonly Fields[] {
  const off = (ms: number, from: number, state: number, to: number): Fields => switched(ms - behindMs, from, state, to);
  const second = [
    off(10, 0, ready, phone.worker),
    woken(50 - behindMs, phone.worker, phone.app),
    off(58, phone.worker, sleeps, phone.app),
    off(100, phone.app, preempted, phone.binder),
    off(110, phone.binder, sleeps, phone.app),
    off(120, phone.app, waitsForDisk, 0),
  ];
  const first = [
    off(0, phone.render, sleeps, phone.app),
    off(20, phone.app, sleeps, 0),
    woken(140 - behindMs, 0, phone.app),
    off(140.25, 0, ready, phone.app),
  ];
  const later = [off(400, phone.app, sleeps, phone.render), off(405.5, phone.render, sleeps, 0)];
  return [bundle(1, second, more), bundle(0, first, more), bundle(0, later, more)];
}

export function phoneTrace(...packets: readonly (readonly Fields[])[]): Uint8Array {
  return traceOf([...phoneBegin, ...packets.flat()]);
}

/** A thread's line of a trace section. */
export function printed(ms: number, tid: number, text: string): Fields {
  return event(ms, tid, 3, { 1: 0, 2: `${text}\n` });
}

const contention =
  'monitor contention with owner pool-1-thread-1 (1002) at void com.example.shop.Cart.load()(Cart.java:20) waiters=0 blocking from void com.example.shop.Cart.total()(Cart.java:8)';

/**
 * Sections around the same times. Main: a frame from 1 to 19 ms, `traversal` from 58.5 to 380 ms with `measure` from 90 to
 * 350 ms, in which it waits for the worker's lock from 118 to 145 ms. The worker loads from 12 to 57 ms. One request lasts from 15 to 60 ms.
 */
export const atracePackets: readonly Fields[] = [
  bundle(1, [
    printed(12, phone.worker, 'B|1000|com.example.shop.Cart.load'),
    printed(15, phone.worker, 'S|1000|request|-7'),
    printed(57, phone.worker, 'E|1000'),
    printed(58.5, phone.app, 'B|1000|traversal'),
    printed(60, phone.app, 'F|1000|request|-7'),
    printed(90, phone.app, 'B|1000|measure'),
    printed(105, phone.binder, 'B|500|getTasks'),
    printed(109, phone.binder, 'E|500'),
    printed(118, phone.app, `B|1000|${contention}`),
  ]),
  bundle(0, [
    printed(1, phone.app, 'B|1000|Choreographer#doFrame 4711'),
    printed(2, phone.app, 'B|1000|'),
    printed(3, phone.app, 'E'),
    printed(19, phone.app, 'E|1000'),
    printed(145, phone.app, 'E|1000'),
    printed(200, phone.app, 'C|1000|heap|5'),
    printed(350, phone.app, 'E|1000'),
    printed(380, phone.app, 'E|1000'),
    printed(399, phone.app, 'no section'),
  ]),
];

interface TestFrame {
  readonly token: number;
  /** Milliseconds: when the app began, was due, and was ready. */
  readonly begin: number;
  readonly due: number;
  readonly ready: number;
  /** JankType and PresentType; 1: none, and in time. */
  readonly jank?: number;
  readonly present?: number;
}

const layer = 'TX - com.example.shop/com.example.shop.Main#0';

/** Packets of SurfaceFlinger about one frame of an app, the expected one first. */
function surfaceFrame(pid: number, { token, begin, due, ready: readyMs, jank = 1, present = 1 }: TestFrame): readonly Fields[] {
  const surface = { 2: token, 3: token + 1, 4: pid, 5: layer };
  const packet = (ms: number, timeline: Fields): Fields => ({ 10: 3, 8: at(ms), 76: timeline });
  const actual = { ...surface, 1: 2 * token + 1, 6: present, 7: Number(readyMs <= due), 8: 0, 9: jank, 10: 1, 11: 1 };
  return [
    packet(begin, { 3: { ...surface, 1: 2 * token } }),
    packet(due, { 5: { 1: 2 * token } }),
    packet(begin, { 4: actual }),
    packet(readyMs, { 5: { 1: 2 * token + 1 } }),
  ];
}

const [ofDisplay, ofApp, late, dropped] = [8, 64, 2, 4];

/**
 * Frames of the app at 60 Hz: in time, 30 ms late, late by the display's driver only, dropped after its deadline; and one of the system's
 * bar, which is late.
 */
export const framePackets: readonly Fields[] = [
  { token: 10, begin: 0, due: 16.667, ready: 12 },
  { token: 20, begin: 58, due: 74.667, ready: 104.667, jank: ofApp, present: late },
  { token: 30, begin: 110, due: 126.667, ready: 120, jank: ofDisplay, present: late },
  { token: 40, begin: 127, due: 143.334, ready: 160, jank: ofApp, present: dropped },
]
  .flatMap((frame) => surfaceFrame(phone.app, frame))
  .concat(surfaceFrame(phone.server, { token: 50, begin: 10, due: 26, ready: 50, jank: ofApp, present: late }));
