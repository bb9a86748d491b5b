import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { LoadedCommand } from '../../../cli/terminal.ts';
import { sessionCommands } from './session-commands.ts';

test('commands of many calls hold the sessions of one call at a time, and a cancelled call reads nothing', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const command: LoadedCommand = async () => async (_, terminal) => {
    runs++;
    most = Math.max(most, ++running);
    await turn();
    running--;
    terminal.out('{}');
    return 0;
  };
  const commands = sessionCommands({ environment: {}, command: () => command }, '/');
  const cancelled = new AbortController();
  const calls = Array.from({ length: 100 }, (_, at) =>
    commands.run(at % 2 === 0 ? 'diff' : 'check', [], at < 50 ? new AbortController().signal : cancelled.signal),
  );
  cancelled.abort();
  const ends = await Promise.allSettled(calls);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 50);
  assert.deepEqual({ most, runs }, { most: 1, runs: 50 });
});

test('a command that fails stops no later one', async () => {
  const command: LoadedCommand = async () => async (args, terminal) => {
    if (args.length === 0) throw new TypeError('no arguments');
    terminal.out('{"verdict":"held"}');
    return 0;
  };
  const commands = sessionCommands({ environment: {}, command: () => command }, '/');
  const { signal } = new AbortController();
  const [first, second] = await Promise.allSettled([commands.run('check', [], signal), commands.run('check', ['a'], signal)]);
  assert.equal(first.status, 'rejected');
  assert.deepEqual(second, { status: 'fulfilled', value: { verdict: 'held' } });
});
