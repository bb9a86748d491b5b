import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipsCrash, ipsStackshot } from '../../../../tests/fixtures/field-reports/ips-report.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

test('an end by the watchdog is a lag of its time allowance, up to the app’s end', async () => {
  const imported = await ImportedReport.of(ipsCrash());
  assert.equal(imported.format, 'ips');
  assert.deepEqual(imported.lagLines, ['0 19970 Shop + 0x4010:0']);
  assert.deepEqual(imported.marks, ['Apple: ended by the watchdog (0x8badf00d)']);
  // Names of the system's symbols; callers at their calls, 4 bytes before the return.
  assert.deepEqual(imported.stacks('main'), ['0-19970 start > Shop + 0x301c > Shop + 0x4010']);
  assert.deepEqual(imported.stacks('db'), ['0-19970 write']);
});

test('libraries have their paths and UUIDs, so that local builds name the app’s frames', async () => {
  const { model } = await ImportedReport.of(ipsCrash());
  assert.deepEqual(model.images[1], {
    path: '/private/var/containers/Bundle/Application/6F1C/Shop.app/Shop',
    id: '6a1f6e9c00004000800000000000c0de',
  });
  const run = model.runs[0];
  // 2026-03-01 09:00 UTC
  assert.deepEqual(
    [run?.process?.app, run?.hello?.pid, run?.process?.device, run?.hello?.runtime, run?.hello?.wallUs],
    ['com.example.shop', 311, 'iPhone14,2', 'iPhone OS 17.4 (21E213)', 1_772_355_600_000_000],
  );
});

test('another crash is a moment; symbols with lines keep them', async () => {
  const text = ipsCrash({ termination: { code: 6, indicator: 'Abort trap: 6' } });
  const imported = await ImportedReport.of(
    text.replace('"imageOffset":16400,', '"imageOffset":16400,"symbol":"total","sourceFile":"Cart.swift","sourceLine":88,'),
  );
  assert.deepEqual([imported.lags.length, imported.marks], [0, ['Apple: crash EXC_CRASH, SIGKILL, Abort trap: 6']]);
  assert.deepEqual(imported.stacks('main'), ['0-1 start > Shop + 0x301c > total (Cart.swift:88)']);
});

test('a stackshot gives the threads of the app’s process with their states', async () => {
  const imported = await ImportedReport.of(ipsStackshot());
  // Its reason is a hang, of unknown length.
  assert.deepEqual(imported.stacks('main'), ['0-250 0xfc > Shop + 0x4010']);
  assert.match(imported.report.text, /A hang without a readable length lasts 250 ms/);
  assert.match(imported.report.text, /Skipped: 1 other process/);
  assert.deepEqual([imported.model.runs[0]?.process?.app, imported.model.runs[0]?.hello?.pid], ['Shop', 311]);
  assert.deepEqual(
    imported.model.threads.map(({ tid, isMain }) => [tid, isMain]),
    [
      [500, false],
      [501, true],
    ],
  );
});

test('a text without stacks, a broken header and a body without stacks are refused in one line each; a cut body gives its parts', async () => {
  const [header = '', body = ''] = ipsCrash().split('\n');
  await assert.rejects(
    ImportedReport.of(`${header}\nDate/Time: 2026-03-01\n`),
    /looks like an Apple report \(\.ips\), but has no stacks\./,
  );
  await assert.rejects(ImportedReport.of(`${header.replace('Shop', 'Sh"op')}\n${body}`), /its first line is no JSON/);
  await assert.rejects(ImportedReport.of(`${header}\n{"threads":[]}`), /looks like an Apple report \(\.ips\), but has no stacks\./);
  const cut = await ImportedReport.of(`${header}\n${body.slice(0, body.indexOf('"name":"db"'))}`);
  assert.deepEqual([cut.report.isTruncated, cut.stacks('main').length], [true, 1]);
});
