import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Lag } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { processorWaitUs } from '../../cpu-time.ts';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { untilOnTime } from '../on-time.ts';
import { attach, type Span } from '../program.ts';
import { Host } from '../test-host.ts';
import { mainThread } from '../thread-stacks.ts';

/** A sample is taken every 10 ms; at the begin and the end of a wait main may still run. */
const EDGES_US = 40_000;
/** Samples at a lag's borders lie partly outside of it. */
const SHORT_US = 30_000;

type MadeLag = Span & { readonly kind: string; readonly kernelWaitUs: number };

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
      // The kernel's own account of the time without a core.
      const { kernelWaitUs } = made;
      assert.ok(Math.abs(lag.readyUs - kernelWaitUs) < EDGES_US, `${textOf(lag)}, waited ${kernelWaitUs}`);
      const offCpuUs = lag.endUs - lag.beginUs - lag.busyUs;
      assert.ok(lag.unknownUs < 0.05 * offCpuUs + SHORT_US, textOf(lag));
    });
  }

  for (const kind of ['lock', 'network', 'sleep', 'future']) {
    test(`a wait is blocked: ${kind}`, async () => {
      const made = await untilOnTime(host, () => makeLag(kind));
      const lag = judged(made);
      const lengthUs = lag.endUs - lag.beginUs;
      assert.ok(lag.blockedUs > lengthUs - lag.busyUs - made.kernelWaitUs - EDGES_US, `${textOf(lag)}, waited ${made.kernelWaitUs}`);
      assert.ok(lag.blockedUs > 0.5 * lengthUs, textOf(lag));
    });
  }

  async function makeLag(kind: string): Promise<MadeLag> {
    const { tid } = mainThread(host);
    const known = (await lagsOf(kind)).length;
    const before = await processorWaitUs(app.pid, tid);
    await app.lag(kind);
    for (;;) {
      await host.reached((host.all('tick').at(-1)?.atUs ?? 0) + 20_000);
      const lag = (await lagsOf(kind))[known];
      if (lag === undefined) continue;
      const kernelWaitUs = (await processorWaitUs(app.pid, tid)) - before;
      return { kind, beginUs: lag.startUs, endUs: lag.startUs + lag.durationMs * 1000, kernelWaitUs };
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
