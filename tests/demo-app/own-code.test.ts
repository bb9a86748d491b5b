import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Message } from '../../core/wire/schema.ts';
import { idle, message, ms } from '../core/analyzed-app.ts';
import { sessionBytes } from '../core/memory-session.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../core/scripted-app.ts';
import { runCommand } from '../host/run-command.ts';
import { assertNothingOwn, type Output, outputsOf } from './own-footprint.ts';

const folder = await mkdtemp(join(tmpdir(), 'laglens own '));
const total = 'com.example.shop.Cart.total:12';
const lags: readonly Deed[] = Array.from({ length: 3 }, () => [message(300 * ms, total), idle(700 * ms)]).flat();

/** The agent sets itself up on main for 400 ms, then its hooks and its library are in the app's stacks. */
const OWN_END_MS = 500;
const attach: Deed = {
  kind: 'message',
  us: 400 * ms,
  target: 'android.os.Handler',
  callback: 'laglens.AppWatch',
  parts: [
    { us: 200 * ms, stack: ['laglens.AppWatch.run:30', 'laglens.Activities.watchFrames:41'] },
    { us: 200 * ms, stack: ['laglens.AppWatch.run:30', 'android.app.Application.registerActivityLifecycleCallbacks:9'] },
  ],
};
const hooked: Deed = {
  kind: 'message',
  us: 300 * ms,
  parts: [
    { us: 100 * ms, stack: [total] },
    { us: 100 * ms, stack: [total, 'laglens.ObserverHook.messageDispatched:20', 'laglens.Hook.end:6', 'java.lang.Class.getName:700'] },
    { us: 100 * ms, stack: [total, 'laglens.PrinterHook.println:8', 'laglens.NameNumbers.of:3'] },
  ],
};

/** What the script cannot: threads of the agent, and a native stack through its library, sampled in a message of the app. */
function besides(script: readonly Message[], atUs: number): readonly Message[] {
  const thread = (id: number, name: string): Message => ({ type: 'thread', thread: id, tid: id, name, group: 'system', flags: 4, atUs });
  const image = { size: 4096, buildId: new Uint8Array() } as const;
  const sample = (us: number): Message => ({ type: 'sample', thread: 1, atUs: atUs + us, node: 9_002, state: 0, cpuUs: 20 * ms });
  return [
    ...script,
    thread(90, 'laglens'),
    thread(91, 'laglens-frames'),
    { type: 'image', id: 1, base: 4_096, path: '/data/data/com.example.shop/code_cache/liblaglens.so', ...image },
    { type: 'image', id: 2, base: 65_536, path: '/system/lib64/libc.so', ...image },
    { type: 'nativeNode', id: 9_001, parent: 0, image: 1, offset: 64 },
    { type: 'nativeNode', id: 9_002, parent: 9_001, image: 2, offset: 128 },
    { type: 'messageBegin', thread: 1, atUs, target: 0, callback: 0, what: 0 },
    ...Array.from({ length: 10 }, (_, index) => [sample(20 * index * ms + 5 * ms), tick(atUs + 20 * index * ms + 6 * ms)]).flat(),
    { type: 'messageEnd', thread: 1, atUs: atUs + 200 * ms, target: 0, callback: 0, what: 0 },
    tick(atUs + 3_000 * ms),
  ];
}

function tick(atUs: number): Message {
  return { type: 'tick', atUs, rounds: 1 };
}

async function written(name: string, messages: readonly Message[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await sessionBytes(messages));
  return path;
}

const deeds = [idle(100 * ms), attach, idle(500 * ms), hooked, idle(700 * ms), ...lags];
const lengthUs = deeds.reduce((sum, { us }) => sum + us, 0);
const messages = besides(scriptedApp(deeds), SCRIPT_START_US + lengthUs);
const session = await written('own.laglens', messages);
const other = await written('other.laglens', scriptedApp([idle(1_000 * ms), ...lags, ...lags]));

const outputs: Output[] = [];
for await (const output of outputsOf(session, other, folder)) outputs.push(output);

after(() => rm(folder, { recursive: true }));

test('the session has the agent in its stacks, threads, images and messages', () => {
  const raw = JSON.stringify(messages);
  for (const own of ['Llaglens/ObserverHook;', 'Llaglens/PrinterHook;', 'liblaglens.so', '"laglens-frames"', '"laglens.AppWatch"']) {
    assert.ok(raw.includes(own), own);
  }
});

for (const output of outputs) {
  test(`nothing of the agent is in ${output.name.replaceAll(`${folder}/`, '')}`, async () => {
    assertNothingOwn(output);
    if (output.profile === undefined) return;
    const { out } = await runCommand(['report', output.profile, '--json'], { folder });
    const { lags: found }: { lags: readonly { startMs: number; durationMs: number }[] } = JSON.parse(out);
    assert.ok(found.length >= 4, 'the app’s lags are there');
    // Time in which the agent set itself up is no lag of who opens the profile.
    assert.deepEqual(
      found.filter(({ startMs }) => startMs < OWN_END_MS),
      [],
    );
  });
  if (output.name === 'folded') {
    test('its time on main is in no stack of the folded ones', () => {
      assert.doesNotMatch(output.text, /registerActivityLifecycleCallbacks|dispatchMessage \d+$/m);
    });
  }
}
