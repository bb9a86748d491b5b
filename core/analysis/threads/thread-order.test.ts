import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { isShownThread, threadsByCpu } from './thread-order.ts';

const t0 = 1_000_000_000;
const AGENT = 4;

const thread = (id: number, name: string, flags: number): Message => ({
  type: 'thread',
  thread: id,
  tid: id,
  name,
  group: '',
  flags,
  atUs: t0,
});
const seen = (id: number, atUs: number, cpuUs: number): Message => ({
  type: 'sample',
  thread: id,
  atUs: t0 + atUs,
  node: 0,
  state: 0,
  cpuUs,
});

test('threads that used most CPU come first, main, the agent and those that nobody looked at are not among them', () => {
  const model = new SessionModel();
  const names = ['main', 'idle', 'busy', 'agent', 'never seen', 'busier'];
  const messages: readonly Message[] = [
    processMessage(0),
    helloMessage(t0),
    ...names.map((name, id) => thread(id + 1, name, name === 'main' ? 1 : name === 'agent' ? AGENT : 0)),
    seen(1, 10, 0),
    seen(2, 10, 0),
    seen(3, 10, 0),
    seen(4, 10, 0),
    seen(6, 10, 0),
    // A second later: 20 ms, 900 ms and 300 ms.
    seen(2, 1_000_000, 20_000),
    seen(6, 1_000_000, 900_000),
    seen(3, 1_000_000, 300_000),
  ];
  for (const each of messages) model.apply(each);
  const order = (): readonly string[] => threadsByCpu(model, model.runs).map(({ name }) => name);
  assert.deepEqual(order(), ['busier', 'busy', 'idle']);
  assert.deepEqual(
    model.threads.filter(isShownThread).map(({ name }) => name),
    ['main', 'idle', 'busy', 'busier'],
  );
  // 1.0 s and 900 ms are about as much: who was first stays first. 2.4 s are not.
  model.apply(seen(3, 2_000_000, 700_000));
  assert.deepEqual(order(), ['busy', 'busier', 'idle']);
  model.apply(seen(6, 4_000_000, 1_500_000));
  assert.deepEqual(order(), ['busier', 'busy', 'idle']);
  assert.deepEqual(threadsByCpu(model, []), []);
});
