import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Message } from '../core/wire/schema.ts';
import { idle, ms } from '../tests/core/analyzed-app.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { withUses } from '../tests/core/message-uses.ts';
import { type Deed, scriptedApp } from '../tests/core/scripted-app.ts';
import { runCommand } from '../tests/host/run-command.ts';

let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
});
after(() => rm(folder, { recursive: true, force: true }));

async function reportOf(...args: readonly string[]): Promise<string> {
  const deed = (us: number): Deed => ({ kind: 'message', us, stack: ['com.example.Feed.show:10'] });
  const script = scriptedApp([idle(100 * ms), deed(300 * ms), idle(100 * ms), deed(50 * ms), idle(500 * ms)]);
  const [process, hello, ...rest] = withUses(script, { cpuUs: 200 * ms, queuedUs: 40 * ms }, { cpuUs: 20 * ms });
  assert.ok(process && hello);
  const named = rest.map((each) => (each.type === 'messageBegin' || each.type === 'messageEnd' ? { ...each, target: 900 } : each));
  const handler: Message = { type: 'string', id: 900, text: 'android.os.Handler' };
  await writeFile(join(folder, 'app.laglens'), await sessionBytes([process, hello, handler, ...named]));
  const { code, out } = await runCommand(['report', 'app.laglens', ...args], { folder });
  assert.equal(code, 0);
  return out;
}

test('a report sums main’s messages by handler where that is asked for', async () => {
  const lines = (await reportOf('--messages')).split('\n');
  const at = lines.findIndex((line) => line.startsWith('Messages of main by handler'));
  // The script's messages have one handler.
  assert.deepEqual(lines.slice(at + 2, at + 4), [
    '  count   total  longest       at  on CPU  queue  handler',
    '      2  350 ms   300 ms  0.100 s  220 ms  40 ms  android.os.Handler what=0',
  ]);
  assert.ok(!(await reportOf()).includes('Messages of main'));
});

test('as JSON each handler has its times in milliseconds', async () => {
  const { messages } = JSON.parse(await reportOf('--messages', '--json'));
  const times = { totalMs: 350, longestMs: 300, longestStartMs: 100, cpuMs: 220, queuedMs: 40 };
  assert.deepEqual(messages, [{ handler: 'android.os.Handler', what: 0, count: 2, measured: 2, ...times }]);
  assert.equal(JSON.parse(await reportOf('--json')).messages, undefined);
});

test('a message that still lasts is said to be not yet known', async () => {
  const script = scriptedApp([idle(100 * ms), { kind: 'message', us: 300 * ms, stack: ['com.example.Feed.show:10'] }]);
  const end = script.findIndex(({ type }) => type === 'messageEnd');
  await writeFile(join(folder, 'open.laglens'), await sessionBytes(script.slice(0, end)));
  const { out } = await runCommand(['report', 'open.laglens', '--messages'], { folder });
  assert.match(out, /^ +1 .* not yet known$/m);
  assert.doesNotMatch(out, /what=0/);
});
