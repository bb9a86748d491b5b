import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { DEFAULT_LIMITS } from '../core/analysis/lags/app-limits.ts';
import { idle, message, ms } from '../tests/core/analyzed-app.ts';
import { streamBytes } from '../tests/core/memory-session.ts';
import { scriptedApp } from '../tests/core/scripted-app.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { HeldFactsAnswers } from './sessions/facts/facts-answers.ts';
import type { InRoom } from './thread/rooms.ts';
import { SessionThread } from './thread/session-thread.ts';

const LAGS = 3_000;
const judging = { thresholdUs: 100 * ms, limits: DEFAULT_LIMITS };
const report = { version: 1, chunks: 1, badChunks: 0, truncated: false };
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
    thread.ask('session.take', [chunk(), true]).then(note('take')),
    thread.ask('session.paths', ['Feed.java', 0]).then(note('paths')),
  ]);
  assert.deepEqual(answered, ['paths', 'take']);
});

test('long questions are answered one after the other, and forgotten costs are known again from the session that is held', async () => {
  const thread = open();
  const lags = async (): Promise<number> => (await thread.ask('session.update', [{ ...judging, selection }])).lags;
  await thread.ask('session.hold', [{ packages: [], prefixes: [] }]);
  const [, first, , second] = await Promise.all([
    thread.ask('session.take', [chunk(), true]),
    lags(),
    thread.ask('session.forget', []),
    lags(),
  ]);
  assert.deepEqual([first, second], [LAGS, LAGS]);
});

test('a question that is stopped is answered by nothing, and leaves no half of a judgement', async () => {
  const thread = open();
  await thread.ask('session.hold', [{ packages: [], prefixes: [] }]);
  await thread.ask('session.take', [chunk(), true]);
  const held = thread.askOther<InRoom<'facts', HeldFactsAnswers>, 'facts.held'>('facts.held', [1, judging, report]);
  await Promise.all([assert.rejects(held, { message: 'This operation was aborted' }), thread.ask('session.stop', [1])]);
  const known = await thread.askOther<InRoom<'facts', HeldFactsAnswers>, 'facts.held'>('facts.held', [2, judging, report]);
  assert.equal(known.kind === 'read' && known.facts.lags, LAGS);
});
