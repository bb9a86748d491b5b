import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Lag } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { untilOnTime } from '../on-time.ts';
import { attach, type Span } from '../program.ts';
import { Host } from '../test-host.ts';

/** A sample is taken every 10 ms; at the begin and the end of a wait main may still run. */
const EDGES_US = 40_000;
/** A lag without a message has no exact times: samples at its borders lie partly outside. */
const SAMPLED_US = 30_000;
const ROUNDED_US = 20;
const withoutMessage: ReadonlySet<string> = new Set(['idle', 'input']);

/** `noCoreUs` is the kernel's own account. */
type MadeLag = Span & { readonly kind: string; readonly noCoreUs: number };

suite('beside programs that use all cores', { timeout: 600_000 }, () => {
  const hogs: ChildProcess[] = [];
  let folder: string;
  let app: DemoApp;
  let host: Host;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-busy-device-'));
    app = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(folder, 'truth.jsonl') });
    host = await Host.connect(await attach({ pid: app.pid, folder }));
    await host.until('sample');
    for (let core = 0; core < Math.max(2, availableParallelism()); core++) {
      hogs.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    }
  });
  after(async () => {
    for (const hog of hogs) hog.kill('SIGKILL');
    host?.[Symbol.dispose]();
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const kind of ['busy', 'recursion', 'idle', 'input', 'lambda']) {
    test(`a computation is not blocked at all: ${kind}`, async () => {
      const made = await untilOnTime(host, () => makeLag(kind));
      const lag = judged(made);
      assert.equal(Math.round(lag.blockedUs / 1000), 0, textOf(lag));
      const lengthUs = lag.endUs - lag.beginUs;
      const shown = `${textOf(lag)}, without a core ${made.noCoreUs}`;
      // The app counts from one visit to the queue to the next: what it has more fits into the rest of that time.
      const restUs = withoutMessage.has(kind) ? EDGES_US : made.endUs - made.beginUs - lengthUs + ROUNDED_US;
      const leastUs = withoutMessage.has(kind) ? -EDGES_US : -ROUNDED_US;
      const moreUs = made.noCoreUs - lag.readyUs;
      assert.ok(moreUs >= leastUs && moreUs <= restUs, shown);
      const offCpuUs = lengthUs - lag.busyUs;
      assert.ok(lag.unknownUs < 0.05 * offCpuUs + (withoutMessage.has(kind) ? SAMPLED_US : 0), shown);
    });
  }

  for (const kind of ['lock', 'network', 'sleep', 'future']) {
    test(`a wait is blocked: ${kind}`, async () => {
      const made = await untilOnTime(host, () => makeLag(kind));
      const lag = judged(made);
      const lengthUs = lag.endUs - lag.beginUs;
      assert.ok(lag.blockedUs > lengthUs - lag.busyUs - made.noCoreUs - EDGES_US, `${textOf(lag)}, without a core ${made.noCoreUs}`);
      assert.ok(lag.blockedUs > 0.5 * lengthUs, textOf(lag));
    });
  }

  async function makeLag(kind: string): Promise<MadeLag> {
    const known = (await lagsOf(kind)).length;
    await app.lag(kind);
    for (;;) {
      await host.reached((host.all('tick').at(-1)?.atUs ?? 0) + 20_000);
      const lag = (await lagsOf(kind))[known];
      if (lag === undefined) continue;
      assert.ok(lag.noCoreUs !== undefined);
      return { kind, beginUs: lag.startUs, endUs: lag.startUs + lag.durationMs * 1000, noCoreUs: lag.noCoreUs };
    }
  }

  async function lagsOf(kind: string) {
    return (await app.truth()).filter((lag) => lag.kind === kind);
  }

  function judged({ kind, beginUs, endUs }: MadeLag): Lag {
    const { detector, model } = new AnalyzedApp().replay(host.messages);
    const originUs = model.runs[0]?.originUs ?? 0;
    const middleUs = (beginUs + endUs) / 2 - originUs;
    const lag = detector.lags.find((each) => each.beginUs < middleUs && each.endUs > middleUs);
    assert.ok(lag !== undefined, `${kind}: no lag`);
    return lag;
  }
});

function textOf({ beginUs, endUs, busyUs, blockedUs, readyUs, unknownUs, gcUs }: Lag): string {
  return `of ${endUs - beginUs} µs busy ${busyUs}, blocked ${blockedUs}, ready ${readyUs}, unknown ${unknownUs}, collection ${gcUs}`;
}
