import { threadState } from '../../core/session/columns/sample-columns.ts';
import type { Message } from '../../core/wire/schema.ts';
import { idle, ms } from './analyzed-app.ts';
import { FrameReports } from './frame-reports.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from './scripted-app.ts';
import { scriptedLocks } from './scripted-locks.ts';

const shop = 'com.example.shop';
const at = (atMs: number): number => SCRIPT_START_US + atMs * ms;
const lag = (us: number, frame: string, others: Partial<Deed> = {}): Deed => ({
  kind: 'message',
  us,
  stack: [`${shop}.${frame}`],
  ...others,
});

/** 1.02 s to 2.2 s: each of twenty frames waits for a message of 45 ms and drops two. */
const stutter = Array.from({ length: 20 }, (): readonly Deed[] => [
  lag(45 * ms, 'feed.FeedActivity.bindRow:30', { target: 'android.view.Choreographer$FrameDisplayEventReceiver' }),
  idle(15 * ms),
]).flat();

/** 3 s to 3.8 s without a core, 4.5 s to 5.1 s for a lock, 6 s to 6.4 s with collections. */
const lags: readonly Deed[] = [
  idle(800 * ms),
  lag(800 * ms, 'feed.ImageDecoder.decode:13', { busy: 0.3, callback: `${shop}.checkout.CheckoutActivity$$ExternalSyntheticLambda3` }),
  idle(700 * ms),
  lag(600 * ms, 'cart.CartRepository.itemCount:40', { busy: 0, state: threadState.monitor }),
  idle(900 * ms),
  lag(400 * ms, 'search.SearchIndex.buildIndex:20', { busy: 0.2 }),
  idle(600 * ms),
];

const screens: readonly Message[] = [
  { type: 'string', id: 900, text: `${shop}.feed.FeedActivity` },
  { type: 'string', id: 901, text: `${shop}.checkout.CheckoutActivity` },
  { type: 'screen', atUs: at(0), id: 7, name: 900, kind: 1, shown: 1 },
  { type: 'screen', atUs: at(4_000), id: 7, name: 900, kind: 1, shown: 0 },
  { type: 'screen', atUs: at(4_000), id: 8, name: 901, kind: 1, shown: 1 },
];

/** A thread that is busy for 800 ms. */
function rival(thread: number, name: string): readonly Message[] {
  const known: Message = { type: 'thread', thread, tid: 9 + thread, name, group: 'main', flags: 0, atUs: at(0) };
  const begun: Message = { type: 'sample', thread, atUs: at(3_000), node: 0, state: threadState.running, cpuUs: undefined };
  return [known, begun, { type: 'run', thread, atUs: at(3_800), samples: 80, cpuUs: 780 * ms }];
}

const holder: readonly Message[] = [
  { type: 'string', id: 902, text: `L${shop.replaceAll('.', '/')}/cart/CartRepository$Rows;` },
  { type: 'thread', thread: 2, tid: 9, name: 'bg-db', group: 'main', flags: 0, atUs: at(0) },
  { type: 'waitBegin', thread: 1, atUs: at(4_505), kind: 1, object: 902 },
  { type: 'waitOwner', thread: 1, atUs: at(4_530), owner: 2, ownerNode: 0, waiters: 1, object: 902 },
  { type: 'waitEnd', thread: 1, atUs: at(5_095) },
];

/** A shop with a stutter and three lags of different causes, on two screens; its agent could not promise owners of locks. */
export function stutteringShop(): readonly Message[] {
  const capabilities = [{ name: 'contendedMonitor', enabled: 0, why: 'attached' }];
  const app = scriptedApp([idle(1_000 * ms), ...stutter, ...lags]);
  const collections = [6_020, 6_220].flatMap((beginMs): readonly Message[] => [
    { type: 'gcBegin', atUs: at(beginMs) },
    { type: 'gcEnd', atUs: at(beginMs + 150) },
  ]);
  return [
    ...app.map((each): Message => (each.type === 'hello' ? { ...each, capabilities } : each)),
    ...screens,
    ...new FrameReports(SCRIPT_START_US).lateOnes(1_000, 20, 60).messages,
    ...rival(3, 'image-worker-1'),
    ...rival(4, 'image-worker-2'),
    { type: 'ready', thread: 1, beginUs: at(3_000), atUs: at(3_800), readyUs: 560 * ms },
    ...holder,
    ...collections,
  ];
}

/** Three threads that wait for each other from 0.3 s on, main among them. */
export function deadlockedThreads(): readonly Message[] {
  const threads = [
    { thread: 'main', for: 'Repo', from: 100, owner: 'background-database' },
    { thread: 'background-database', for: 'Cache', from: 300, owner: 'net-2' },
    { thread: 'net-2', for: 'Images', from: 300, owner: 'main' },
  ];
  return scriptedLocks(
    threads.map(({ thread }) => thread),
    threads.map(({ owner, ...wait }) => ({ ...wait, owners: { 320: owner, 520: owner } })),
    threads.map(({ thread }) => ({ thread, at: 0, stack: [`${shop}.Waiter.await`], state: threadState.monitor })),
    900,
    { from: 90 },
  );
}
