import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DEFAULT_LIMITS } from '../core/analysis/lags/app-limits.ts';
import { idle, message, ms } from '../tests/core/analyzed-app.ts';
import { streamBytes } from '../tests/core/memory-session.ts';
import { scriptedApp } from '../tests/core/scripted-app.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { InRoom } from './thread/rooms.ts';
import { SessionThread } from './thread/session-thread.ts';

const LAGS = 3_000;
const judging = { thresholdUs: 100 * ms, limits: DEFAULT_LIMITS };
const selection = { number: 0, ranges: undefined };
/** Takes far longer than a turn. */
const chunk = (): Uint8Array<ArrayBuffer> => {
  const deeds = Array.from({ length: LAGS }, () => [message(200 * ms, 'com.example.Feed.show:7'), idle(100 * ms)]).flat();
  return new Uint8Array(streamBytes(scriptedApp([...deeds, idle(3_000 * ms)])));
};

const threads: SessionThread<InRoom<'session', SessionAnswers>>[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.close();
});

function open(): SessionThread<InRoom<'session', SessionAnswers>> {
  const thread = new SessionThread<InRoom<'session', SessionAnswers>>();
  threads.push(thread);
  return thread;
}

test('a short question is answered while a long one goes on', async () => {
  const thread = open();
  const answered: string[] = [];
  const note = (name: string) => (): void => void answered.push(name);
  await Promise.all([
    thread.ask('session.take', [chunk(), true, { names: true, judging }]).then(note('take')),
    thread.ask('session.paths', ['Feed.java', 0]).then(note('paths')),
  ]);
  assert.deepEqual(answered, ['paths', 'take']);
});

test('long questions are answered one after the other, and a model that is forgotten is new', async () => {
  const thread = open();
  const lags = async (): Promise<number> => (await thread.ask('session.update', [{ ...judging, selection }])).lags;
  const take = (): Promise<void> => thread.ask('session.take', [chunk(), true, { names: false, judging }]);
  const [, first, , , second] = await Promise.all([take(), lags(), thread.ask('session.forget', []), take(), lags()]);
  assert.deepEqual([first, second], [LAGS, LAGS]);
  await thread.ask('session.forget', []);
  assert.equal(await lags(), 0);
});
