import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { causeText } from '../../../../core/analysis/report/cause-text.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import { Capture } from '../../../../host/capture/capture.ts';
import { defaultSampling } from '../../../../host/capture/capture-state.ts';
import { buildDemoApp, buildDemoDex } from '../../../../tests/demo-app/build-demo-app.ts';
import { sampleClasses } from '../../../../tests/demo-app/sample-app.ts';
import { buildArt } from '../../../../tests/runtimes/art/build-art.ts';
import { startPhone } from '../../../../tests/simulated/android/start-phone.ts';
import { type SampleKind, type SampleLag, sampleKinds } from '../../core/sample-truth.ts';
import { SAMPLE_APP, type SampleApp, withSampleApp } from '../../host/sample-app.ts';
import { files, placeOf, providerOf } from './sample-phone.ts';

const THRESHOLD_US = 100_000;
const LIMIT_MS = 180_000;
/** The stand-in for Android 11's runtime has the looper's classes alone, without Binder. */
const notOnArt: readonly SampleKind[] = ['binder'];

/** A start of the app by adb has less time than these builds. */
before(async () => {
  const log = (line: string): unknown => process.stderr.write(`${line}\n`);
  await buildArt(log);
  await buildDemoDex(log);
  await buildDemoApp('14', log);
  await sampleClasses(await files.existing('laglens-sample.apk'), log);
});

for (const android of ['11', '14'] as const) {
  test(`Laglens finds the lags that the sample app measures on Android ${android}, and their lines`, { timeout: LIMIT_MS }, async (t) => {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const phone = await startPhone({ android });
    t.after(() => phone.stop());
    await withSampleApp(placeOf(phone), signal, async (app) => {
      await app.play(signal);
      const model = await recorded(app, phone, signal);
      const { lags: truth, failed } = await app.truth(signal);
      assert.deepEqual(failed, []);
      const kinds = sampleKinds.filter((kind) => android !== '11' || !notOnArt.includes(kind));
      assert.deepEqual(new Set(truth.map(({ kind }) => kind)), new Set(kinds));
      judge(model, truth, (line) => t.diagnostic(line));
    });
  });
}

test('the app’s measurement comes from its own file where the phone’s log is off', { timeout: LIMIT_MS }, async (t) => {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const phone = await startPhone({ android: '14', faults: { logOff: true } });
  t.after(() => phone.stop());
  await withSampleApp(placeOf(phone), signal, async (app) => {
    await app.play(signal);
    while ((await app.truth(signal)).lags.length === 0) await pause(500, undefined, { signal });
    assert.equal((await app.truth(signal)).lags[0]?.kind, 'busy');
  });
});

/** A capture that is attached while the app runs, of a schedule from its beginning with every kind in it. */
async function recorded(app: SampleApp, phone: Parameters<typeof providerOf>[0], signal: AbortSignal): Promise<SessionModel> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-sample-lags-'));
  const capture = new Capture({
    device: await providerOf(phone).open(phone.serial, signal),
    target: { app: SAMPLE_APP },
    launch: false,
    sampling: defaultSampling,
    path: join(folder, 'one.laglens'),
    version: '0.0.0',
  });
  const model = new SessionModel();
  capture.on('piece', ({ messages }) => {
    for (const message of messages) model.apply(message);
  });
  try {
    await capture.start(signal);
    await app.play(signal);
    // A kind comes again when all have been played.
    while ((await app.truth(signal)).lags.filter(({ kind }) => kind === 'busy').length < 2) await pause(500, undefined, { signal });
  } finally {
    await capture.stop();
    await rm(folder, { recursive: true });
  }
  return model;
}

/** Each of the app's lags is found by its time, at its line. */
function judge(model: SessionModel, truth: readonly SampleLag[], say: (line: string) => void): void {
  const originUs = model.runs[0]?.originUs ?? 0;
  const isAppClass = (name: string): boolean => name.startsWith(`${SAMPLE_APP}.`);
  const detector = new LagDetector(model, { thresholdUs: THRESHOLD_US, isAppClass });
  const app = new AppMethods(model, isAppClass);
  detector.update();
  for (const own of truth) {
    const [beginUs, endUs] = [own.beginNs / 1000 - originUs, own.endNs / 1000 - originUs];
    const found = detector.lags.find((lag) => lag.beginUs < endUs && lag.endUs > beginUs);
    assert.ok(found, `${own.kind} is missing`);
    say(
      `${own.kind}: ${Math.round((endUs - beginUs) / 1000)} ms, found ${Math.round((found.endUs - found.beginUs) / 1000)} ms at ${placeOfLag(found)}`,
    );
    assert.ok(found.beginUs <= beginUs && found.endUs >= endUs - 10_000, `${own.kind}: its time`);
    assert.equal(model.threads[found.thread]?.name, own.thread);
    assert.equal(placeOfLag(found), own.place);
    if (own.holder !== undefined) assert.ok(causeText(causeOf(model, found, app)).includes(own.holder.thread), 'the holder');
  }
}

function placeOfLag({ culprit }: Lag): string {
  return culprit === undefined ? '' : `${culprit.class}.${culprit.method}:${culprit.line}`;
}
