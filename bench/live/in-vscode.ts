import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { readSession } from '../../core/session/file/reader.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { LaglensPanel } from '../../tests/e2e/harness/laglens-panel.ts';
import { startCapture } from '../../tests/e2e/harness/main-job.ts';
import { withVsCode } from '../../tests/e2e/harness/vscode.ts';
import { AdbServer } from '../../tests/simulated/android/adb-server.ts';
import { monotonicToWallMs } from '../capture/wall-clock.ts';
import { PageMeter } from '../support/page-meter.ts';
import { type Painted, sampleDelays } from './sample-delays.ts';
import { startStreamApp } from './stream-app.ts';

/** Everything is compiled and laid out by then. */
const SETTLED_MS = 15_000;

/** A capture in a real VS Code, watched for a while. */
export interface LiveCapture {
  /** Samples of all threads, by the session file. */
  readonly perSecond: number;
  /** Milliseconds from each of main's samples, by the agent's clock, to its pixel. */
  readonly delaysMs: readonly number[];
  /** Delays of the extension host's timers, in milliseconds. */
  readonly loop: LoopDelay;
  /** CPU share per minute of the main thread that page and VS Code's window share. */
  readonly cpuShares: readonly number[];
  /** Bytes of page and window after the first minute and at the end. */
  readonly heldBytes: readonly [first: number, last: number];
  /** The session file, unpacked. */
  readonly chunks: readonly Uint8Array[];
}

interface LoopDelay {
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

/** Captures the stream app at 1 ms with the panel open. */
export async function captureLive(minutes: number, say: (line: string) => void): Promise<LiveCapture> {
  await using closing = new AsyncDisposableStack();
  const app = await startStreamApp();
  closing.defer(() => app.stop());
  // Without phones; otherwise the extension would start the user's server.
  const adb = await AdbServer.start();
  closing.defer(() => adb.stop());
  const folder = await mkdtemp(join(tmpdir(), 'laglens-live-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const socket = join(folder, 'loop.sock');
  const settings = { 'laglens.adbServer': `127.0.0.1:${adb.port}`, 'laglens.interval': 1 };
  const env = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'loop-delay.cjs')}`, LAGLENS_LOOP_DELAY: socket };
  let result: LiveCapture | undefined;
  await withVsCode({ workspace: app.workspace, settings, env, log: say }, async ({ workbench, server }) => {
    await workbench.page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
    const { frame } = await startCapture(workbench, 'This computer', app.mainClass, app.pid);
    const meter = await PageMeter.of(frame);
    await pause(SETTLED_MS);
    const windowBeginMs = Date.now();
    await loopDelay(socket);
    const cpuShares: number[] = [];
    const paints: Painted[] = [];
    let firstBytes = Number.NaN;
    for (let minute = 0; minute < minutes; minute++) {
      const [beginMs, before] = [performance.now(), await meter.mainCpuMs()];
      await pause(60_000);
      cpuShares.push(((await meter.mainCpuMs()) - before) / (performance.now() - beginMs));
      // Taken out of the page, so that notes don't count as its memory.
      const painted: unknown = await frame.evaluate('laglensLive.splice(0)');
      if (!isPaints(painted)) throw new Error('The page did not note what it painted.');
      paints.push(...painted);
      say(`minute ${minute + 1}: ${((cpuShares.at(-1) ?? 0) * 100).toFixed(1)} % of a core`);
      if (minute === 0) firstBytes = await meter.heldBytes();
    }
    const loop = await loopDelay(socket);
    const windowEndMs = Date.now();
    const heldBytes = [firstBytes, await meter.heldBytes()] as const;
    await workbench.runCommand('Laglens: Stop Lag Capture');
    await (await LaglensPanel.find(workbench)).phase.filter({ hasText: 'Stopped' }).waitFor();
    const { chunks, ...taken } = await keptSession(join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions'));
    const perSecond = taken.all.filter((ms) => ms >= windowBeginMs && ms < windowEndMs).length / ((windowEndMs - windowBeginMs) / 1_000);
    result = { perSecond, delaysMs: sampleDelays(taken.main, paints, windowBeginMs), loop, cpuShares, heldBytes, chunks };
  });
  if (result === undefined) throw new Error('VS Code ended before anything was measured.');
  return result;
}

/** The extension host's answer since the last request. */
async function loopDelay(socket: string): Promise<LoopDelay> {
  const asking = connect(socket);
  await once(asking, 'connect');
  const answer: unknown = JSON.parse(await text(asking));
  const { p99, max, count } = Object(answer);
  if (typeof p99 !== 'number' || typeof max !== 'number' || typeof count !== 'number')
    throw new Error('The extension host reported no delays.');
  return { p99, max, count };
}

interface KeptSession {
  /** Sampling times by the wall clock in milliseconds: main's, and all threads'. */
  readonly main: readonly number[];
  readonly all: readonly number[];
  readonly chunks: readonly Uint8Array[];
}

/** The one session in a folder. */
async function keptSession(folder: string): Promise<KeptSession> {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.laglens'));
  if (name === undefined) throw new Error('VS Code kept no session.');
  const file = await SessionFile.open(join(folder, name));
  const chunks: Uint8Array[] = [];
  for await (const chunk of readSession(file, inflateDriver)) chunks.push(chunk.slice());
  const { model } = await replaySession(file, inflateDriver);
  await file.close();
  const toWallMs = monotonicToWallMs();
  const originUs = model.runs[0]?.originUs ?? 0;
  const taken = model.threads.map(({ isMain, samples }) => ({
    isMain,
    ms: Array.from({ length: samples.length }, (_, row) => toWallMs(samples.beginUsAt(row) + originUs)),
  }));
  return { main: taken.find(({ isMain }) => isMain)?.ms ?? [], all: taken.flatMap(({ ms }) => ms), chunks };
}

function isPaints(value: unknown): value is readonly Painted[] {
  return Array.isArray(value) && value.every((paint: unknown) => Array.isArray(paint) && paint.every((part) => typeof part === 'number'));
}
