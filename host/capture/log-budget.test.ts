import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionStream } from '../../core/session/file/session-stream.ts';
import { Decoder } from '../../core/wire/decoder.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import type { Message } from '../../core/wire/schema.ts';
import { hello } from '../../tests/host/fake-agent.ts';
import { LogBudget } from './log-budget.ts';

const limits = { lines: 5, bytes: 1_000, linesPerSecond: 1, bytesPerSecond: 100 };
const line = (text: string): Message<'log'> => ({ type: 'log', level: 1, text });

/** An agent that has said hello. */
function agent(): (...said: readonly Message[]) => ReturnType<SessionStream['agentBytes']> {
  const encoder = new Encoder();
  const stream = new SessionStream();
  const say = (...said: readonly Message[]) => stream.agentBytes(Buffer.concat(said.map((message) => encoder.encode(message))));
  say(hello(0));
  return say;
}

/** A stream's begin. */
const atBegin = { timeUs: 0, node: 0 };

test('log lines within the limits pass as they are, and all else always does', () => {
  const say = agent();
  const budget = new LogBudget(0, limits);
  const piece = say(line('a'), { type: 'tick', atUs: 5, rounds: 1 }, line('b'));
  assert.deepEqual(budget.take(piece, 0), piece);
  const ticks = say(...Array.from({ length: 100 }, (_, at): Message => ({ type: 'tick', atUs: 10 + at, rounds: 1 })));
  assert.deepEqual(budget.take(ticks, 0), ticks);
});

test('of too many lines the first are kept, times stay right, and the log says how many were left out', () => {
  const say = agent();
  const budget = new LogBudget(0, limits);
  const flood = Array.from({ length: 12 }, (_, at): readonly Message[] => [
    line(`line ${at}`),
    { type: 'tick', atUs: 1_000 * at, rounds: 1 },
  ]);
  const taken = budget.take(say(...flood.flat()), 0);
  const read = new Decoder().push(taken.bytes);
  assert.deepEqual(read, taken.messages);
  assert.deepEqual(
    read.flatMap((message) => (message.type === 'log' ? [message.text] : [])),
    [...[0, 1, 2, 3, 4].map((at) => `line ${at}`), 'Laglens: 7 log lines were left out, as there were too many.'],
  );
  assert.deepEqual(
    read.flatMap((message) => (message.type === 'tick' ? [message.atUs] : [])),
    Array.from({ length: 12 }, (_, at) => 1_000 * at),
  );
});

test('lines come again with time, as many as a second may have, and each that is missing is counted once', () => {
  const say = agent();
  const budget = new LogBudget(0, limits);
  let kept = 0;
  let counted = 0;
  for (let second = 0; second < 20; second++) {
    for (const message of budget.take(say(...Array.from({ length: 10 }, () => line('x'))), second * 1_000).messages) {
      if (message.type !== 'log') continue;
      if (message.text === 'x') kept++;
      else counted += Number(/(\d+) log lines/.exec(message.text)?.[1]);
    }
  }
  assert.equal(kept, 5 + 19, 'five at once, then one a second');
  assert.equal(counted, 200 - kept);
  assert.equal(budget.rest(20_000, atBegin), undefined);
});

test('one long line costs what it weighs, and what was never said is said at the end', () => {
  const say = agent();
  const budget = new LogBudget(0, limits);
  assert.equal(budget.take(say(line('x'.repeat(1_001))), 0).messages.length, 1, 'only that it was left out');
  assert.deepEqual(budget.take(say(line('y'.repeat(1_001))), 1).messages, []);
  assert.match(JSON.stringify(budget.rest(2, atBegin)?.messages), /1 log line was left out/);
  assert.equal(budget.rest(3, atBegin), undefined);
});

test('a number that is written longer than it has to be is a log line all the same', () => {
  const stream = new SessionStream();
  stream.agentBytes(new Encoder().encode(hello(0)));
  // Five bytes: the number 5 in two of them, the level, the length of the text, a letter.
  const piece = stream.agentBytes(Uint8Array.of(5, 0x85, 0, 1, 1, 0x41));
  assert.deepEqual(piece.messages, [line('A')]);
  const [only, ...more] = new LogBudget(0, { ...limits, lines: 0 }).take(piece, 0).messages;
  assert.match(JSON.stringify(only), /1 log line was left out/);
  assert.deepEqual(more, []);
});

test('long lines are left out by their bytes, though few', () => {
  const say = agent();
  const budget = new LogBudget(0, limits);
  // 404 bytes each with their fields: two are within 1,000, and 100 bytes come again each second.
  const texts = (nowMs: number): readonly string[] =>
    budget.take(say(line('x'.repeat(400))), nowMs).messages.flatMap((each) => (each.type === 'log' ? [each.text] : []));
  const lengths = [0, 0, 0, 3_000].map((nowMs) => texts(nowMs).filter((text) => text.startsWith('x')).length);
  assert.deepEqual(lengths, [1, 1, 0, 1]);
});
