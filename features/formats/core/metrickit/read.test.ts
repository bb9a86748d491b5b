import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangDiagnostic, metricKitPayload } from '../../../../tests/fixtures/field-reports/metrickit-payload.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { measuredUs } from '../field/measured.ts';

const START = 'dyld + 0xfc > UIKitCore + 0x1fc';

test('a hang is one lag of its duration, whose tree begins with the outermost frame', async () => {
  const imported = await ImportedReport.of(hangDiagnostic());
  assert.equal(imported.format, 'metrickit');
  assert.deepEqual(imported.lagLines, ['0 2500 Shop + 0x4000:0']);
  // 20 samples of 125 ms: 15 in Shop, 5 in UIKit. Callers’ addresses are returns, 4 bytes behind their calls.
  assert.deepEqual(imported.stacks('main'), [`0-1875 ${START} > Shop + 0x2ffc > Shop + 0x4000`, `1875-2500 ${START} > UIKitCore + 0x300`]);
  assert.deepEqual(imported.marks, ['MetricKit: hang, 2.5 sec']);
  assert.deepEqual(imported.model.runs[0]?.process?.app, 'com.example.shop');
  // Matrix, which numbers such hangs 2001, saw none.
  assert.deepEqual(
    imported.lags.map(({ phone }) => phone?.dump ?? (phone === undefined ? 'no phone' : 'no number')),
    ['no number'],
  );
});

test('a thread at a moment begins with its innermost frame', async () => {
  const { crashDiagnostics } = metricKitPayload();
  const imported = await ImportedReport.of({ crashDiagnostics });
  assert.deepEqual(imported.stacks('Thread 0 (attributed)'), [`0-1 ${START} > Shop + 0x2ffc > libsystem_kernel.dylib + 0x500`]);
  assert.deepEqual(imported.stacks('Thread 1'), ['0-1 libsystem_pthread.dylib + 0x6fc > libsystem_kernel.dylib + 0x600']);
  assert.equal(imported.lags.length, 0);
});

test('iOS 14’s load addresses in place of offsets give the same frames', async () => {
  const { crashDiagnostics } = metricKitPayload();
  const text = JSON.stringify({ crashDiagnostics }).replace(
    /"offsetIntoBinaryTextSegment":(\d+)(.*?)"address":(\d+)/g,
    (_, offset: string, between: string, address: string) =>
      `"offsetIntoBinaryTextSegment":${Number(address) - Number(offset)}${between}"address":${address}`,
  );
  const imported = await ImportedReport.of(text);
  assert.deepEqual(imported.stacks('Thread 0 (attributed)'), [`0-1 ${START} > Shop + 0x2ffc > libsystem_kernel.dylib + 0x500`]);
});

test('UUIDs and offsets find local builds; the app’s libraries are known by their load address', async () => {
  const { model } = await ImportedReport.of(hangDiagnostic());
  const shop = model.images.find(({ path }) => path.endsWith('/Shop'));
  assert.deepEqual(shop, { path: 'Shop.app/Shop', id: '6a1f6e9c00004000800000000000c0de' });
  assert.ok(model.images.some(({ path }) => path === '/System/Library/Frameworks/UIKitCore.framework/UIKitCore'));
  assert.ok(model.images.some(({ path }) => path === '/usr/lib/dyld'));
});

test('all kinds of diagnostics of a payload follow each other; only hangs are lags', async () => {
  const imported = await ImportedReport.of(metricKitPayload());
  assert.deepEqual(imported.marks, [
    'MetricKit: hang, 2.5 sec',
    'MetricKit: CPU use too high, 30 sec',
    'MetricKit: disk writes',
    'MetricKit: crash',
  ]);
  assert.deepEqual(imported.lagLines, ['0 2500 Shop + 0x4000:0']);
  assert.deepEqual(
    imported.stacks('sampled threads').map((line) => line.split(' ')[0]),
    ['3500-26000', '26000-33500', '34500-34500.8', '34500.8-34501'],
  );
});

test('lists of payloads, single diagnostics and bare trees are read', async () => {
  assert.equal((await ImportedReport.of([metricKitPayload(), metricKitPayload()])).lags.length, 2);
  const bare = await ImportedReport.of(hangDiagnostic().callStackTree);
  assert.deepEqual([bare.lags.length, bare.marks], [0, ['MetricKit: stacks']]);
});

test('durations are read in the units of Apple’s formatter, also with a decimal comma', () => {
  assert.deepEqual(
    ['20 sec', '0,5 s', '320 ms', '1 min', '12\u00a0sec.'].map((text) => measuredUs(text)),
    [20e6, 0.5e6, 320e3, 60e6, 12e6],
  );
  assert.deepEqual(
    ['', 'sec', '-1 sec', '1e9 sec', '5 apples'].map((text) => measuredUs(text)),
    [undefined, undefined, undefined, undefined, undefined],
  );
});

test('a payload without stacks is refused in one line', async () => {
  await assert.rejects(
    ImportedReport.of({ hangDiagnostics: [{ callStackTree: {} }] }),
    /looks like a MetricKit payload, but has no stacks\./,
  );
});
