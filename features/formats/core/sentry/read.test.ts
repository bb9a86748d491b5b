import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentryChunk, sentryMethods, sentryOldProfile, sentryProfile } from '../../../../tests/fixtures/field-reports/sentry-profile.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { event, regularTrace } from '../../tests/formats/made-art-trace.ts';

test('sample format 1: main by its queue, frames in their libraries, threads that the sampler left out did not run', async () => {
  const imported = await ImportedReport.of(sentryProfile());
  const { model, report } = imported;
  const [run] = model.runs;
  assert.equal(imported.format, 'sentry');
  assert.deepEqual(
    [run?.process?.app, run?.process?.device, run?.hello?.runtime, run?.hello?.wallUs],
    ['com.example.shop', 'Apple iPhone14,3', 'iOS 18.5', Date.UTC(2026, 2, 1, 9) * 1e3],
  );
  assert.deepEqual(
    model.threads.map(({ name, tid, isMain }) => [name, tid, isMain]),
    [
      ['main', 259, true],
      ['com.apple.root.default-qos', 8707, false],
    ],
  );
  // 20 samples of 10 ms, the last one's length is the interval.
  assert.deepEqual(imported.stacks('main'), ['0-200 UIApplicationMain > Payment.pay() (Payment.swift:12)']);
  // From 10 to 100 ms the sampler took main eight times, but not this thread.
  assert.deepEqual(imported.stacks('com.apple.root.default-qos'), ['0.1-20.1 Shop + 0x1040', '20.1-100.1 ', '100.1-110.1 Shop + 0x1040']);
  assert.deepEqual(imported.lagLines, ['0 200 Payment.pay():12']);
  const shop = model.images.find((image) => image?.path.endsWith('/Shop'));
  assert.equal(shop?.id, '0102030405060708090a0b0c0d0e0f10');
  assert.match(report.text, /Read: 2 threads, 23 samples/);
});

test('chunks of format 2: times since 1970, ids as texts, classes of Android; several follow each other', async () => {
  const [chunk, later] = [sentryChunk(), sentryChunk()];
  const one = await ImportedReport.of(chunk);
  assert.deepEqual(one.stacks('main'), ['0-300 com.example.Cart.total (Cart.kt:7)']);
  assert.deepEqual(one.lagLines, ['0 300 com.example.Cart.total:7']);
  assert.equal(one.model.runs[0]?.hello?.os, 'android');
  assert.equal((await ImportedReport.of({ chunk })).lags.length, 1);
  for (const sample of later.profile.samples) sample.timestamp += 10;
  const both = await ImportedReport.of({ chunks: [chunk, later] });
  assert.deepEqual(
    both.model.threads.map(({ isMain }) => isMain),
    [true],
  );
  assert.deepEqual(both.lagLines, ['0 300 com.example.Cart.total:7', '10000 300 com.example.Cart.total:7']);
});

test('the older form of iOS: a text in JSON, frames in each sample', async () => {
  const imported = await ImportedReport.of(sentryOldProfile());
  assert.deepEqual(imported.stacks('main'), ['0-33 load']);
  assert.match(imported.report.text, /Named functions are numbered within their libraries/);
});

test('Android’s events of methods are calls', async () => {
  const imported = await ImportedReport.of(sentryMethods());
  assert.deepEqual(imported.stacks('main'), [
    '0-150 com.example.Shop.open (Shop.kt:4) > com.example.Cart.total',
    '150-200 com.example.Shop.open (Shop.kt:4)',
  ]);
  assert.match(imported.report.text, /Skipped: 1 event without a time or method\./);
});

test('an event whose time is no time is not at 0', async () => {
  const { profile, ...rest } = sentryMethods();
  const [first] = profile.events;
  assert.ok(first);
  const events: object[] = [5, 'x', null, { secs: 'soon' }].map((wall) => ({ ...first, time: { Monotonic: { wall } } }));
  const imported = await ImportedReport.of({ ...rest, profile: { ...profile, events: [...events, ...profile.events] } });
  assert.deepEqual(imported.stacks('main'), (await ImportedReport.of(sentryMethods())).stacks('main'));
  assert.match(imported.report.text, /Skipped: 5 events without a time or method\./);
});

test('an envelope’s packed trace is read as a method trace of ART', async () => {
  const { profile: _, ...envelope } = sentryMethods();
  const trace = regularTrace({
    version: 3,
    clock: 'dual',
    events: [event(700, 'enter', 16, 1_000, 5), event(700, 'exit', 16, 201_000, 9)],
  });
  // SDKs break no lines; others may.
  const text = Buffer.from(trace).toString('base64').replace(/.{76}/g, '$&\n');
  const imported = await ImportedReport.of({ ...envelope, sampled_profile: text });
  assert.deepEqual(imported.stacks('main'), ['1-201 com.example.shop.Cart.total']);
  await assert.rejects(ImportedReport.of({ ...envelope, sampled_profile: 'AAAA' }), {
    message: 'report looks like a profile of Sentry, but its sampled_profile is no method trace of Android.',
  });
  await assert.rejects(ImportedReport.of({ ...envelope, sampled_profile: '§' }), { code: 'format-unreadable' });
});

test('a profile without samples is refused', async () => {
  const { profile, ...rest } = sentryProfile();
  await assert.rejects(ImportedReport.of({ ...rest, profile: { ...profile, samples: [] } }), {
    message: 'report looks like a profile of Sentry, but has no samples.',
  });
});
