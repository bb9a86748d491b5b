import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runLaglens } from '../../cli/run-laglens.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { lifePhase } from '../../core/session/columns/run-columns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { Capture } from '../../host/capture/capture.ts';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import { IosProvider } from '../../host/devices/ios/ios-provider.ts';
import { phoneTerms } from '../../webview/views/lags/lag-terms.ts';
import { bundleId } from '../demo-app/iphone/build-iphone-shop.ts';
import { ShopHome } from '../demo-app/iphone/shop-home.ts';
import { startShopOnIphone } from './shop-on-iphone.ts';
import { untilCapture } from './until-capture.ts';
import { readWholeSession } from './whole-session.ts';

const signal = AbortSignal.timeout(600_000);
const prebuilt = fileURLToPath(new URL('../../device-agents/prebuilt', import.meta.url));
/** From this length on a block of main has a number: Matrix's `runloopTimeOut`. */
const NUMBERED_US = 2_000_000;
const rules = { thresholdUs: 100_000, isAppClass: () => false };

test('an app that is killed while main is blocked is a lag of its own kind, one that is killed at rest is no lag, and the next start goes on', async (t) => {
  await using shop = await startShopOnIphone({ ios: '16.7.10' }, (line) => t.diagnostic(line));
  const { folder, workspace, iphone, environment } = shop;
  const places = { workspaceFolders: [workspace], derivedData: join(folder, 'none') };
  const provider = new IosProvider(new AgentFiles(prebuilt), { xcrunPath: '', environment, ...places });
  const capture = new Capture({
    device: await provider.open(iphone.udid, signal),
    target: { app: bundleId },
    launch: true,
    sampling: { intervalUs: 5_000, depth: 512, threads: 'all' },
    path: join(folder, 'killed.laglens'),
    version: '0',
    consent: async () => true,
  });
  const live = new SessionModel();
  capture.on('piece', ({ messages }) => {
    for (const message of messages) live.apply(message);
  });
  const home = await ShopHome.prepare(iphone.files.hostPath(iphone.apps.app(bundleId)?.container ?? ''));
  const judge = new LagDetector(live, rules);
  const mainIsSeenIn = (run: number): boolean =>
    live.runs[run]?.threads.some(({ isMain, samples }) => isMain && samples.length > 0) === true;
  const killAndStartAgain = async (run: number): Promise<void> => {
    await iphone.processes.endOf(bundleId);
    await untilCapture(capture, ({ kind }) => kind === 'waitingForApp');
    await iphone.processes.launch(bundleId);
    await untilCapture(capture, (state) => state.kind === 'streaming' && state.run === run);
    // The shop's launch is long; from then on main is at rest.
    await untilCapture(capture, () => mainIsSeenIn(run) && live.runs[run]?.phases.firstUs(lifePhase.firstIdle) !== undefined);
  };

  await capture.start(signal);
  await untilCapture(capture, () => mainIsSeenIn(0));
  const askedUs = nowUs();
  await home.lag('lost');
  const hang = (): Lag | undefined => judge.lags.find((lag) => lag.run === 0 && lag.open && lag.endUs - lag.beginUs > NUMBERED_US);
  await untilCapture(capture, () => judge.update() && hang() !== undefined);
  const seenUs = lengthOf(hang());
  await killAndStartAgain(1);
  const killedUs = nowUs();
  await killAndStartAgain(2);
  const path = await capture.stop();

  const { model, report } = await readWholeSession(path ?? '');
  assert.deepEqual([report.truncated, report.badChunks], [false, 0]);
  assert.equal(model.runs.length, 3);
  const lags = lagsOf(model);
  const [lag, ...more] = lags.filter(({ phone }) => phone?.dump === 2010);
  assert.ok(lag);
  assert.deepEqual([more.length, lag.run, lag.phone?.isKilled, lag.cut, lag.open], [0, 0, true, true, false]);
  // All that was on the screen before is in the file; and the app's clock is this computer's.
  const beginUs = (model.runs[0]?.originUs ?? 0) + lag.beginUs;
  assert.ok(lengthOf(lag) >= seenUs, `${lengthOf(lag)} of ${seenUs} µs`);
  assert.ok(beginUs >= askedUs && beginUs + lengthOf(lag) <= killedUs, `${askedUs} ${beginUs} ${lengthOf(lag)} ${killedUs}`);
  assert.ok(lag.blockedUs > 0.9 * lengthOf(lag), `blocked ${lag.blockedUs} of ${lengthOf(lag)} µs`);
  const words = phoneTerms(lag);
  assert.equal(words[0], 'blocked, then killed');
  assert.equal(words.at(-1), 'Matrix 2010');

  const out: string[] = [];
  const io = { say: () => undefined, environment: {}, folder, signal };
  assert.equal(await runLaglens(['report', 'killed.laglens'], { out: (text) => void out.push(text), ...io }), 0);
  assert.equal(out.join('\n').match(/blocked, then killed, .*Matrix 2010/g)?.length, 1, out.join('\n'));
});

function lagsOf(model: SessionModel): readonly Lag[] {
  const judge = new LagDetector(model, rules);
  judge.update();
  return judge.lags;
}

function lengthOf(lag: Lag | undefined): number {
  return lag === undefined ? Number.NaN : lag.endUs - lag.beginUs;
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
