import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { TRACKING_MODE } from '../core/analysis/lags/detect/late-frames.ts';
import { ms } from '../tests/core/analyzed-app.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { nameOf, ScriptedPhone } from '../tests/core/scripted-phone.ts';
import { runLaglens } from './run-laglens.ts';

const second = 1_000 * ms;
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A launch of 700 ms, a lock of 400 ms that `db` holds, a block of 2.2 s while scrolling, a minute of a busy core. */
function phone(): ScriptedPhone {
  const app = new ScriptedPhone();
  app
    .phase('started', 100 * ms)
    .phase('loaded')
    .prepare(600 * ms, ['Debug 1', 'Cart 2'])
    .turn(5 * ms, [])
    .phase('firstIdle');
  app.idle(200 * ms).other(['Debug 500', 'kernel 20'], undefined, 8);
  app.turn(400 * ms, ['Debug 120', 'kernel 5'], { busy: 0 }).waited(400 * ms, 'pthread_mutex_lock', '0x1040', { owner: 2 });
  app.idle(200 * ms).turn(2_200 * ms, ['Debug 130'], { mode: TRACKING_MODE });
  app.otherAgain(0).counters({ cpuUs: second, threads: 12, thermal: 1, footprintBytes: 50 * 2 ** 20 });
  for (let index = 0; index < 61; index++)
    app
      .idle(second)
      .otherAgain(0.9 * second)
      .counters({ cpuUs: 0.9 * second });
  return app.send(nameOf('Debug 120', 'FeedModel.count()', '/src/FeedModel.swift', 33));
}

async function report(...args: readonly string[]): Promise<string> {
  const path = join(folder, 'phone.laglens');
  await writeFile(path, await sessionBytes(phone().messages));
  const out: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    say: () => {},
    environment: {},
    folder,
    signal: new AbortController().signal,
  };
  assert.equal(await runLaglens(['report', path, ...args], terminal), 0);
  return out.join('\n');
}

test('a report of a phone says what happened in words, with the number behind it', async () => {
  const text = await report();
  const lines = text.split('\n').map((line) => line.trim());
  for (const line of [
    'Device    iPhone, iOS 17.4 (21E213), arm64',
    'Warning   Captures from iOS are not verified on hardware yet.',
    'launch took 0.7 s',
    'Main waited 400 ms for a lock in pthread_mutex_lock. db held it in Shop.debug.dylib + 0x1f4 and waited for the disk.',
    'while scrolling, memory 50 MB, 12 threads, device warm, Matrix 2001',
    'a core busy for 60.0 s: drains the battery, CPU 90 %, 12 threads, Matrix 2011',
    'db 90 % of a core',
  ]) {
    assert.ok(lines.includes(line), `${line}\n${text}`);
  }
  assert.match(text, /400 ms .*FeedModel\.count\(\) \(FeedModel\.swift:33\)/);
});

test('with trees it has the stack of the last second that took longest, and how often each frame stands in those', async () => {
  const { lags } = JSON.parse(await report('--json', '--tree'));
  const lock: readonly { readonly label: string; readonly repeats: number }[] = lags[1].recentStack;
  // 400 ms in the same stack: 400 / 50 = 8 stacks. dyld, main, UIApplicationMain, CFRunLoopRunSpecific, __CFRunLoopRun below.
  assert.deepEqual(
    lock.slice(0, 2).map(({ label, repeats }) => [label, repeats]),
    [
      ['libsystem_kernel.dylib + 0x5', 8],
      ['FeedModel.count()', 8],
    ],
  );
  assert.equal(lock.length, 7);
});

test('as JSON it has every fact by itself', async () => {
  const { lags } = JSON.parse(await report('--json'));
  const brief = lags.map((lag: Readonly<Record<string, unknown>>) => [lag.kind, lag.band, lag.matrix, lag.mode]);
  assert.deepEqual(brief, [
    ['launch', 'hang', null, null],
    ['turn', 'hang', null, 'kCFRunLoopDefaultMode'],
    ['turn', 'longHang', 2001, TRACKING_MODE],
    ['power', 'load', 2011, null],
  ]);
  const [, lock, block, power] = lags;
  assert.deepEqual([lock.waitsOn.function, lock.waitsOn.object, lock.waitsOn.owner], ['pthread_mutex_lock', '0x1040', 'db']);
  assert.deepEqual([block.threadCount, block.thermal, block.footprintBytes, block.background], [12, 1, 50 * 2 ** 20, false]);
  assert.deepEqual(power.threads, [{ name: 'db', share: 0.9 }]);
});
