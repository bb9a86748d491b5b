import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../core/analysis/lags/app-limits.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { sessionFile, streamBytes } from '../../../tests/core/memory-session.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { OpenFiles } from '../../page/open-files.ts';
import { FactsThread } from './facts-thread.ts';
import { readFacts } from './read-facts.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens facts '));
});
after(() => rm(folder, { recursive: true }));

/** Messages of 150, 60 and 300 ms, half a second apart. */
const deeds = [idle(500 * ms), message(150 * ms), idle(500 * ms), message(60 * ms), idle(500 * ms), message(300 * ms), idle(500 * ms)];
const stream = (): Uint8Array =>
  streamBytes([
    { type: 'session', version: 1, createdUs: 1_700_000_000_000_000, host: 'test' },
    {
      type: 'process',
      run: 0,
      deviceKind: 'android',
      device: 'Pixel 8',
      serial: 'x',
      app: 'com.example.shop',
      pid: 5,
      launched: 0,
      version: '1.4',
    },
    ...scriptedApp(deeds),
  ]);

const judged = (thresholdUs: number) => ({ thresholdUs, limits: DEFAULT_LIMITS });

async function stored(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

test('facts are those of the recording, and its lags those above the threshold', async () => {
  const path = await stored('whole.laglens', (await sessionFile([stream()], { finish: true })).bytes);
  const recorded = await readFacts(path, judged(100 * ms));
  assert.ok(recorded.kind === 'read' && recorded.damage === undefined);
  const { lengthUs, worstUs, ...facts } = recorded.facts;
  assert.deepEqual(facts, {
    app: 'com.example.shop',
    version: '1.4',
    device: 'Pixel 8',
    startedMs: 1_700_000_000_000,
    lags: 2,
    frames: undefined,
  });
  assert.ok(Math.abs(worstUs - 300 * ms) < 1 * ms, `${worstUs} us`);
  assert.ok(Math.abs(lengthUs - 2_510 * ms) < 50 * ms, `${lengthUs} us`);
  const lower = await readFacts(path, judged(50 * ms));
  assert.equal(lower.kind === 'read' && lower.facts.lags, 3);
});

test('a file that is cut, damaged or no session says so', async () => {
  const { bytes } = await sessionFile([stream(), streamBytes([{ type: 'tick', atUs: 9_000_000_000, rounds: 1 }])], { finish: true });
  const cut = await readFacts(await stored('cut.laglens', bytes.slice(0, -40)), judged(100 * ms));
  assert.equal(cut.kind === 'read' && cut.damage, 'cut');
  const flipped = bytes.slice();
  // Within the stored bytes of the first chunk, behind both headers of 16 and 40 bytes.
  flipped[16 + 40 + 20] = (flipped[16 + 40 + 20] ?? 0) ^ 0xff;
  const damaged = await readFacts(await stored('damaged.laglens', flipped), judged(100 * ms));
  assert.equal(damaged.kind === 'read' && damaged.damage, 'damaged');
  const foreign = await readFacts(await stored('foreign.laglens', new TextEncoder().encode('PK no session')), judged(100 * ms));
  assert.equal(foreign.kind === 'unreadable' && foreign.why, 'The file is no Laglens session, or its begin is damaged.');
});

test('the thread gives the same, and fails for a file that is not there', async (t) => {
  const thread = new FactsThread(new OpenFiles());
  t.after(() => thread.close());
  const path = await stored('threaded.laglens', (await sessionFile([stream()], { finish: true })).bytes);
  assert.deepEqual(await thread.read(path, judged(100 * ms)), await readFacts(path, judged(100 * ms)));
  await assert.rejects(thread.read(join(folder, 'missing.laglens'), judged(100 * ms)), { code: 'session-not-found' });
});

test('frames of all chunks are counted', async () => {
  const frames = new FrameReports(SCRIPT_START_US).inTime(1_000, 50).late(1_200, 90);
  const later = new FrameReports(SCRIPT_START_US).inTime(2_000, 48).late(2_200, 50);
  const chunks = [stream(), streamBytes(frames.messages), streamBytes(later.messages)];
  const recorded = await readFacts(await stored('frames.laglens', (await sessionFile(chunks, { finish: true })).bytes), judged(100 * ms));
  assert.ok(recorded.kind === 'read');
  // Of 20 ms each: four dropped, then two.
  const { fps, ...sums } = recorded.facts.frames ?? {};
  assert.deepEqual([sums, fps?.toFixed(6)], [{ frames: 100, late: 2, dropped: 6, jankShare: 0.02 }, (100 / 2.12).toFixed(6)]);
});
