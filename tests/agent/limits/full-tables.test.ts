import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Lag } from '../../../core/analysis/lags/detect/lag-detector.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { attach } from '../program.ts';
import { connectWhenFree, type Host, type Of } from '../test-host.ts';
import { buildSmallAgent, compileFiller } from './filler.ts';

const FREEZE_MS = 8_000;

suite('an app that fills the agent’s tables again and again', { timeout: 600_000 }, () => {
  let folder: string;
  let app: DemoApp;
  let socket: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-full-'));
    const flags = [`-javaagent:${await compileFiller(folder)}`];
    app = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(folder, 'truth.jsonl'), flags });
    socket = await attach({ pid: app.pid, folder }, { library: await buildSmallAgent(folder) });
  });
  after(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('has one lag for one message over borders, and whole stacks', async () => {
    using host = await connectWhenFree(socket);
    await bordersBehind(host, 0, 2);
    const { begin, end } = await freezeOverBorders(host);
    const { detector, model } = judged(host);
    const originUs = host.all('hello')[0]?.monoUs ?? 0;
    const [beginUs, endUs] = [begin.atUs - originUs, end.atUs - originUs];
    const lags = detector.lags.filter((each) => each.beginUs < endUs && each.endUs > beginUs);
    const [lag] = lags;
    assert.equal(model.ignored, 0);
    assert.deepEqual(
      lags.map((each) => [each.beginUs, each.endUs, each.cut === true]),
      [[beginUs, endUs, false]],
    );
    const whole = shareOf(
      model,
      lag,
      (stack) => stack.at(-1)?.endsWith('.sleep') === true || stack.at(-1)?.startsWith('java.lang.Thread.sleep') === true,
    );
    // Main falls asleep some rounds behind its begin, and is on its way out before its end.
    assert.ok(whole > 0.95, `asleep by its stacks for ${whole} of it`);
  });

  /** Main is in one message until tables began again in it: a busy computer fills them more slowly. */
  async function freezeOverBorders(host: Host): Promise<{ readonly begin: Of<'messageBegin'>; readonly end: Of<'messageEnd'> }> {
    for (;;) {
      const askedUs = lastTick(host);
      await app.freeze(FREEZE_MS);
      const begin = await host.until('messageBegin', ({ atUs }) => atUs > askedUs && lastTick(host) - atUs > 500_000 && isOpen(host, atUs));
      const end = await host.until('messageEnd', ({ atUs }) => atUs > begin.atUs);
      await host.reached(end.atUs);
      if (host.all('clock').some(({ monoUs }) => monoUs > begin.atUs && monoUs < end.atUs)) return { begin, end };
    }
  }

  test('loses no frames, as its agent begins new tables in time', async () => {
    using host = await connectWhenFree(socket);
    await bordersBehind(host, 0, 4);
    const { model } = judged(host);
    const filler = model.threads.find(({ name }) => name === 'filler');
    assert.ok(filler !== undefined);
    // 40 calls of descend are below fill, but for the moments in which they are called.
    const stacks = Array.from({ length: filler.samples.length }, (_, row) => stackOf(model, filler.samples.nodeAt(row)));
    const whole = stacks.filter((stack) => stack.filter((frame) => frame === 'Filler.descend').length >= 40);
    assert.ok(whole.length > 100 && whole.length > 0.9 * stacks.length, `${whole.length} of ${stacks.length}`);
    for (const stack of stacks) assert.match(stack[0] ?? '', /^java\.lang\.Thread\.run/);
    assert.deepEqual(
      host.all('overhead').filter(({ full }) => full !== 0),
      [],
    );
    for (const { nodes } of host.all('overhead')) assert.ok(nodes <= 10_000, `${nodes}`);
  });

  test('goes on after a broken link with tables of another number', async () => {
    const before = await (async () => {
      using host = await connectWhenFree(socket);
      await bordersBehind(host, 0, 2);
      return host.messages;
    })();
    using host = await connectWhenFree(socket);
    await bordersBehind(host, host.all('hello')[0]?.monoUs ?? 0, 3);
    const gap = { type: 'gap', atUs: 0, why: 'cut by the test' } as const;
    const { model } = new AnalyzedApp().replay([processMessage(0), ...before, gap, ...host.messages]);
    assert.equal(model.ignored, 0);
    assert.equal(model.runs.length, 1);
    for (const stack of stacksOfMain(model)) assert.match(stack[0] ?? '', /Main\.main|Thread\.run/, stack.join(' '));
  });
});

const lastTick = (host: Host): number => host.all('tick').at(-1)?.atUs ?? 0;
const isOpen = (host: Host, atUs: number): boolean => (host.all('messageEnd').at(-1)?.atUs ?? 0) < atUs;
const judged = (host: Host): AnalyzedApp => new AnalyzedApp().replay([processMessage(0), ...host.messages]);

/** Waits until tables began again so often behind a time. */
async function bordersBehind(host: Host, timeUs: number, count: number): Promise<void> {
  await host.until(
    'clock',
    (clock) =>
      host
        .all('clock')
        .filter(({ monoUs }) => monoUs > timeUs)
        .indexOf(clock) >=
      count - 1,
  );
  await host.reached(lastTick(host));
}

/** `class.method` of its frames, outermost first. */
function stackOf(model: SessionModel, row: number): readonly string[] {
  const names: string[] = [];
  for (let at = row; at !== 0; at = model.nodes.parent[at] ?? 0) {
    const method = model.methods[model.nodes.method[at] ?? 0];
    names.unshift(`${method?.class.slice(1, -1).replaceAll('/', '.')}.${method?.name}`);
  }
  return names;
}

function stacksOfMain(model: SessionModel): readonly (readonly string[])[] {
  const main = model.threads.find(({ isMain }) => isMain);
  return Array.from({ length: main?.samples.length ?? 0 }, (_, row) => stackOf(model, main?.samples.nodeAt(row) ?? 0));
}

/** Share of a lag's time that main's stacks are like that. */
function shareOf(model: SessionModel, lag: Lag | undefined, fits: (stack: readonly string[]) => boolean): number {
  const samples = model.threads.find(({ isMain }) => isMain)?.samples;
  if (lag === undefined || samples === undefined) return 0;
  let us = 0;
  for (let row = 0; row < samples.length; row++) {
    const insideUs = Math.min(lag.endUs, samples.endUsAt(row)) - Math.max(lag.beginUs, samples.beginUsAt(row));
    if (insideUs > 0 && fits(stackOf(model, samples.nodeAt(row)))) us += insideUs;
  }
  return us / (lag.endUs - lag.beginUs);
}
