import { threadState } from '../../core/session/columns/sample-columns.ts';
import type { Message } from '../../core/wire/schema.ts';
import { idle, ms } from './analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from './scripted-app.ts';

const at = (milliseconds: number): number => SCRIPT_START_US + milliseconds * ms;

interface OtherThread {
  readonly id: number;
  readonly name: string;
  readonly group?: string;
  /** 2 is a daemon, 4 the agent's own. */
  readonly flags?: number;
  /** Outermost first: `com.example.Db.read:30`; a line of -2 is native code. Without frames it is never sampled. */
  readonly frames: readonly string[];
  readonly state: number;
  /** Share on CPU. */
  readonly busy: number;
}

/** A thread in one stack, sampled each 50 ms up to 1,000 ms. */
export function otherThread({ id, name, group = 'main', flags = 0, frames, state, busy }: OtherThread): readonly Message[] {
  const ids = frames.map((_, index) => id * 1_000 + index);
  const nodes = frames.flatMap((frame, index): readonly Message[] => {
    const [, qualified = '', line = '0'] = /^(.*):(-?\d+)$/.exec(frame) ?? [];
    const dot = qualified.lastIndexOf('.');
    const owner = qualified.slice(0, dot);
    const node = ids[index] ?? 0;
    const file = `${owner.slice(owner.lastIndexOf('.') + 1)}.java`;
    return [
      {
        type: 'method',
        id: node,
        class: `L${owner.replaceAll('.', '/')};`,
        name: qualified.slice(dot + 1),
        signature: '()V',
        sourceFile: Number(line) < 0 ? '' : file,
        modifiers: Number(line) < 0 ? 0x101 : 1,
      },
      { type: 'node', id: node, parent: index === 0 ? 0 : node - 1, method: node, line: Math.max(0, Number(line)), pc: 0 },
    ];
  });
  const node = ids.at(-1);
  const samples = Array.from({ length: node === undefined ? 0 : 21 }, (_, index): Message => {
    return { type: 'sample', thread: id, atUs: at(index * 50), node: node ?? 0, state, cpuUs: index === 0 ? 0 : busy * 50 * ms };
  });
  return [{ type: 'thread', thread: id, tid: 4_240 + id, name, group, flags, atUs: SCRIPT_START_US }, ...nodes, ...samples];
}

const threads: readonly OtherThread[] = [
  { id: 2, name: 'pool-1', frames: ['java.lang.Thread.run:840', 'jdk.internal.misc.Unsafe.park:-2'], state: threadState.parked, busy: 0 },
  { id: 3, name: 'bg-db', frames: ['com.example.Db.sync:50', 'com.example.Db.write:61'], state: threadState.monitor, busy: 0 },
  { id: 4, name: 'codec', frames: ['com.example.Codec.run:9'], state: threadState.running, busy: 0.9 },
  { id: 5, name: 'disk', frames: ['com.example.Disk.flush:70', 'java.io.Fd.sync:-2'], state: threadState.disk, busy: 0.1 },
  {
    id: 9,
    name: 'References',
    group: 'system',
    flags: 2,
    frames: ['java.lang.ref.Reference.next:-2'],
    state: threadState.running,
    busy: 0,
  },
  { id: 6, name: 'Finalizer', flags: 2, frames: [], state: threadState.objectWait, busy: 0 },
  { id: 7, name: 'laglens', flags: 4, frames: ['com.example.Agent.run:1'], state: threadState.running, busy: 1 },
  { id: 8, name: 'log', frames: ['com.example.Log.run:5'], state: threadState.running, busy: 0.4 },
];

/**
 * Main wants the lock of Cart from 200 to 700 ms, which bg-db holds, which wants that of Db from 100 to 800 ms, which disk holds. Main works
 * from 100 to 200 ms and from 700 to 800 ms.
 */
export function lockedShop(): readonly Message[] {
  const parts = [
    { us: 100 * ms, stack: ['com.example.Feed.show:10'] },
    { us: 500 * ms, stack: ['com.example.Feed.show:10', 'com.example.Cart.total:12'], busy: 0, state: threadState.monitor },
    { us: 100 * ms, stack: ['com.example.Feed.show:10'] },
  ];
  return [
    ...scriptedApp([idle(100 * ms), { kind: 'message', us: 700 * ms, parts }, idle(3_000 * ms)]),
    ...threads.flatMap(otherThread),
    { type: 'string', id: 900, text: 'Lcom/example/Cart;' },
    { type: 'string', id: 901, text: 'Lcom/example/Db;' },
    { type: 'waitBegin', thread: 3, atUs: at(100), kind: 1, object: 901 },
    { type: 'waitOwner', thread: 3, atUs: at(110), object: 0, owner: 5, ownerNode: 5_001, waiters: 1 },
    { type: 'waitEnd', thread: 3, atUs: at(800) },
    { type: 'waitBegin', thread: 1, atUs: at(200), kind: 1, object: 900 },
    { type: 'waitOwner', thread: 1, atUs: at(210), object: 0, owner: 3, ownerNode: 3_001, waiters: 1 },
    { type: 'waitEnd', thread: 1, atUs: at(700) },
  ];
}
