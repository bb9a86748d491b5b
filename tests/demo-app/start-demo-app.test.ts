import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { artLagKinds } from './demo-app-culprits.ts';
import { type DemoApp, startDemoApp } from './start-demo-app.ts';
import type { TruthLag } from './truth-lags.ts';
import type { AndroidVersion } from './versions.ts';

/** Each kind's length by the sources; on a busy machine the truth may be longer, never shorter. */
const leastMs: Readonly<Record<string, number>> = {
  busy: 600,
  lock: 650,
  frame: 180,
  storm: 480,
  idle: 300,
  input: 250,
  coroutine: 330,
  notify: 400,
  latch: 350,
  readwrite: 350,
  cores: 700,
  binder: 300,
  preferences: 320,
  library: 300,
  classes: 300,
  chain: 600,
  deadlock: 1900,
};

const runtimes: readonly (readonly [AndroidVersion, 'jvm' | 'art'])[] = [
  ['9', 'jvm'],
  ['11', 'jvm'],
  ['11', 'art'],
  ['14', 'jvm'],
];

for (const [android, runtime] of runtimes) {
  describe(`the demo app on Android ${android}'s looper (${runtime})`, () => {
    let folder: string;
    let app: DemoApp;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'laglens-demo-'));
      app = await startDemoApp({ android, runtime, truthFile: join(folder, 'truth.jsonl') });
    });
    after(async () => {
      await app.stop();
      await rm(folder, { recursive: true });
    });

    test('writes down each lag with its length and the lines of its culprit', async () => {
      for (const [kind, ms] of Object.entries(leastMs)) {
        if (runtime === 'art' && !artLagKinds.includes(kind)) continue;
        await app.lag(kind);
        const lag = await truthOf(app, kind);
        assert.ok(lag.durationMs >= ms, `${kind} took ${lag.durationMs} ms`);
      }
      const busy = await truthOf(app, 'busy');
      // feed/ImageDecoder.java: decode's first and last statement.
      const lines = { file: 'ImageDecoder.java', firstLine: 9, lastLine: 20 };
      assert.deepEqual(busy.culprit, { class: 'com.example.shop.feed.ImageDecoder', method: 'decode', ...lines });
    });

    test('says why an agent was not attached, and runs on', async () => {
      assert.match((await app.attachAgent('/no/such/agent.so=token=1')) ?? '', /no\/such\/agent\.so/);
      await app.lag('sleep');
      assert.ok((await truthOf(app, 'sleep')).durationMs >= 250);
    });
  });
}

test('the demo app ends when its time is over', async () => {
  const app = await startDemoApp({ android: '14', runtime: 'jvm', seconds: 0.1 });
  await app.ended;
});

/** Waits until the app has written it; the test's own time limit ends the waiting. */
async function truthOf(app: DemoApp, kind: string): Promise<TruthLag> {
  for (;;) {
    const found = (await app.truth()).find((lag) => lag.kind === kind);
    if (found !== undefined) return found;
    await pause(50);
  }
}
