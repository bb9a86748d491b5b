import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Deadlock, openDeadlocks, sessionDeadlocks } from '../../../core/analysis/locks/deadlocks.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { Host, Of } from '../test-host.ts';
import { connectSoon, type SmallApp, startSmallApp } from './small-app.ts';

/** The app begins once its waits are watched. */
async function connectAndGo(app: SmallApp): Promise<Host> {
  const host = await connectSoon(app);
  await host.until('tick');
  await writeFile(join(app.home, 'go'), '');
  return host;
}

function modelOf(messages: readonly Message[]): SessionModel {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return model;
}

/** `main for pthread_mutex_lock by second`, by name. */
function linesOf(model: SessionModel, deadlocks: readonly Deadlock[]): readonly string[] {
  const nameOf = (row: number): string => model.threads[row]?.name ?? '?';
  return deadlocks.flatMap(({ ring }) => ring.map((each) => `${nameOf(each.thread)} for ${each.function} by ${nameOf(each.owner)}`)).sort();
}

/** A thread may be reported before it has given itself a name. */
function isNamed(model: SessionModel, { ring }: Deadlock): boolean {
  return ring.every(({ thread }) => model.threads[thread]?.name !== '');
}

/** As native/deadlock.c has it. */
const rings = [
  'left for os_unfair_lock_lock by right',
  'main for pthread_mutex_lock by second',
  'right for pthread_rwlock_rdlock by left',
  'second for pthread_mutex_lock by third',
  'third for pthread_mutex_lock by main',
];

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`deadlocks are found while they last, and in the session of an app that was ended (${slice})`, { timeout: 600_000 }, async () => {
    await using app = await startSmallApp('deadlock.c', slice);
    using host = await connectAndGo(app);
    const model = await bothFound(host);
    assert.ok(app.isRunning);
    assert.deepEqual(linesOf(model, openDeadlocks(model)), rings);
    assert.ok(openDeadlocks(model).every(({ isOpen }) => isOpen));
    const ended = host.messages.findLast((message) => message.type === 'tick')?.atUs ?? 0;
    model.apply({ type: 'processEnd', atUs: ended, why: 'killed' });
    assert.deepEqual(openDeadlocks(model), []);
    assert.deepEqual(linesOf(model, atOnce(sessionDeadlocks(model))), rings);
  });
}

/** Both rings, once their threads have names. */
async function bothFound(host: Host, before: readonly Message[] = []): Promise<SessionModel> {
  for (;;) {
    const ticks = host.all('tick').length;
    const model = modelOf([...before, ...host.messages]);
    if (openDeadlocks(model).filter((each) => isNamed(model, each)).length === 2) return model;
    await host.until('tick', () => host.all('tick').length > ticks);
  }
}

test('a deadlock goes on over a broken link', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('deadlock.c', 'simulator-x86_64');
  const first = await connectAndGo(app);
  await bothFound(first);
  first[Symbol.dispose]();
  const atUs = first.messages.findLast((message) => message.type === 'tick')?.atUs ?? 0;
  const before: readonly Message[] = [...first.messages, { type: 'gap', atUs, why: 'broken' }];
  assert.deepEqual(openDeadlocks(modelOf(before)), []);
  using second = await connectSoon(app);
  const model = await bothFound(second, before);
  assert.deepEqual(linesOf(model, openDeadlocks(model)), rings);
});

test('a long wait that ends is one call, of the length and owner that it had while it lasted', { timeout: 600_000 }, async () => {
  await using app = await startSmallApp('deadlock.c', 'simulator-x86_64');
  using host = await connectAndGo(app);
  const idOf = (name: string): number | undefined => host.all('thread').findLast((each) => each.name === name)?.thread;
  const isOfPasser = ({ thread }: { readonly thread: number }): boolean => thread === idOf('passer');
  // The keeper may let go just before the agent asks.
  const isOpen = (each: Of<'openCall'>): boolean => isOfPasser(each) && each.over !== 1 && each.owner !== 0;
  const open = await host.until('openCall', isOpen);
  const call = await host.until('blockingCall', (each) => isOfPasser(each) && each.beginUs === open.beginUs);
  assert.ok(open.atUs - open.beginUs >= 50_000);
  assert.deepEqual([open.owner, open.object, open.function], [idOf('keeper'), call.object, call.function]);
  await host.until('openCall', (each) => isOfPasser(each) && each.over === 1 && each.beginUs === open.beginUs);
  const model = modelOf(host.messages);
  const calls = model.threads.find(({ name }) => name === 'passer')?.blockingCalls;
  assert.ok(calls !== undefined);
  const begins = Array.from(calls.beginUs.subarray(0, calls.length));
  assert.deepEqual(begins, [...new Set(begins)]);
  const row = begins.indexOf(call.beginUs - (model.runs[0]?.originUs ?? 0));
  assert.equal((calls.endUs[row] ?? 0) - (calls.beginUs[row] ?? 0), call.atUs - call.beginUs);
});
