import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import type { Place, TruthLag } from '../../demo-app/truth-lags.ts';
import { untilOnTime } from '../on-time.ts';
import { attach, type Span } from '../program.ts';
import { Host } from '../test-host.ts';
import { mainThread, middle, timeIn } from '../thread-stacks.ts';

/** Computing, waiting for a lock, for an answer, asleep, deep, without a message, inside the poll. */
const kinds = ['busy', 'lock', 'network', 'sleep', 'recursion', 'idle', 'input'] as const;
const PAIRS = 3;

suite('the demo app’s lags', { timeout: 600_000 }, () => {
  let folder: string;
  let app: DemoApp;
  let host: Host;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-demo-lags-'));
    app = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(folder, 'truth.jsonl') });
    host = await Host.connect(await attach({ pid: app.pid, folder }));
    await host.until('sample');
  });
  after(async () => {
    host?.[Symbol.dispose]();
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('come after a hello, which says that messages are seen', () => {
    const [challenge, first] = host.messages;
    assert.equal(challenge?.type, 'challenge');
    assert.ok(first?.type === 'hello', `the first word behind the challenge was ${first?.type}`);
    assert.deepEqual(first.capabilities.find(({ name }) => name === 'messages')?.enabled, 1);
  });

  test('look the same whether walks are saved or not', async () => {
    const shares: Record<'full' | 'saved', number[][]> = { full: [], saved: [] };
    for (let pair = 0; pair < PAIRS; pair++) {
      for (const walkAlways of [0, 1]) {
        await host.settings({ walkAlways, intervalUs: 5000 });
        const row: number[] = [];
        for (const kind of kinds) row.push(culpritShare(await untilOnTime(host, () => lagOnce(kind))));
        shares[walkAlways === 1 ? 'full' : 'saved'].push(row);
      }
    }
    for (const [i, kind] of kinds.entries()) {
      // Main may lose its processor before or behind its method: of three the middle one counts.
      const [full = 0, saved = 0] = [shares.full, shares.saved].map((rows) => middle(rows.map((row) => row[i] ?? 0)));
      const shown = `${kind}: ${full.toFixed(2)} of it in its method by full walks, ${saved.toFixed(2)} otherwise`;
      assert.ok(full > 0.7 && Math.abs(full - saved) < 0.15, shown);
    }
  });

  /** The app's own word on one more lag of a kind, once it is over and the stream has come that far. */
  async function lagOnce(kind: string): Promise<TruthLag & Span> {
    const before = (await lagsOf(kind)).length;
    await app.lag(kind);
    for (;;) {
      await host.reached((host.all('tick').at(-1)?.atUs ?? 0) + 100_000);
      const lag = (await lagsOf(kind))[before];
      if (lag === undefined) continue;
      return { ...lag, beginUs: lag.startUs, endUs: lag.startUs + lag.durationMs * 1000 };
    }
  }

  async function lagsOf(kind: string): Promise<TruthLag[]> {
    return (await app.truth()).filter((lag) => lag.kind === kind);
  }

  /** Share of a lag in the method to blame, by the stream. */
  function culpritShare({ startUs, durationMs, culprit }: TruthLag): number {
    const places: readonly Place[] = culprit === undefined ? [] : 'anyOf' in culprit ? culprit.anyOf : [culprit];
    const names = places.map((place) => `${place.class}.${place.method}:`);
    const span = { beginUs: startUs, endUs: startUs + durationMs * 1000 };
    const inCulprit = timeIn(host, mainThread(host).thread, span, ({ stack }) =>
      stack.some((frame) => names.some((name) => frame.startsWith(name))),
    );
    return inCulprit / (durationMs * 1000);
  }
});
