import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ksHang, ksImages, matrixReport, matrixTree } from '../../../../tests/fixtures/field-reports/matrix-report.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { dumpKindOf } from './dump-kinds.ts';

test('a block of main is a lag with the usual threshold as assumed length, and main’s history by its counts', async () => {
  const imported = await ImportedReport.of(matrixReport());
  assert.equal(imported.format, 'matrix');
  assert.deepEqual(imported.lagLines, ['0 2000 load:0']);
  assert.deepEqual(imported.marks, ['Matrix: main thread blocked (2001)']);
  // 20 stacks of history: 8 in the run loop only, 3 in load only, 9 in total; then the moment's: 21 parts of 2 s.
  assert.deepEqual(imported.stacks('main'), [
    '0-761.9 __CFRunLoopRun',
    '761.9-1047.6 __CFRunLoopRun > load',
    '1047.6-1904.8 __CFRunLoopRun > load > total',
    '1904.8-2000 __CFRunLoopRun > load > Shop + 0x100005000',
  ]);
  assert.deepEqual(imported.stacks('db'), ['0-2000 commit']);
  assert.match(imported.report.text, /usual threshold/);
  assert.match(imported.report.text, /inner frames of the other stacks are unknown/);
});

test('addresses are those of calls in the linked file, under the library’s UUID, so that local builds name them', async () => {
  const { builder, model } = await ImportedReport.of(matrixReport());
  assert.deepEqual(model.images[1], { path: ksImages[0]?.name, id: '6a1f6e9c00004000800000000000c0de' });
  const named = builder.frames.named.map(({ image, offset, frames }) => `${image} ${offset.toString(16)} ${frames[0]?.name}`);
  // The innermost frame is a program counter; 4 bytes before a return address is its call.
  assert.deepEqual(named, ['3 1ffc __CFRunLoopRun', '1 10000301c load', '1 100004010 total', '2 187f00800 commit']);
});

test('the app, its process, device and system are the report’s', async () => {
  const { model } = await ImportedReport.of(matrixReport());
  const run = model.runs[0];
  assert.deepEqual(
    [run?.process?.app, run?.hello?.pid, run?.process?.device, run?.hello?.runtime, run?.hello?.wallUs],
    ['com.example.shop', 311, 'iPhone14,2', 'iOS 17.4 (21E213)', 1_700_000_000_000_000],
  );
});

test('every kind of dump is reported in words, and only blocks of main are lags', async () => {
  for (const dumpType of [2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014, 10_000]) {
    const imported = await ImportedReport.of(matrixReport(dumpType));
    assert.deepEqual(imported.marks, [`Matrix: ${dumpKindOf(dumpType).title} (${dumpType})`]);
    assert.doesNotMatch(imported.marks.join(), /unknown/);
    assert.equal(imported.lags.length, dumpKindOf(dumpType).isBlock ? 1 : 0, `${dumpType}`);
  }
  assert.deepEqual(
    [2001, 2002, 2007, 2009, 2010].map((type) => dumpKindOf(type).isBlock),
    [true, true, true, true, true],
  );
});

test('a tree of late frames is main’s lag; a tree of power belongs to no main thread', async () => {
  const frames = await ImportedReport.of(matrixTree());
  assert.deepEqual(frames.lagLines, ['0 150 total:0']);
  assert.deepEqual(frames.stacks('main'), ['0-30 __CFRunLoopRun > load', '30-150 __CFRunLoopRun > load > total']);
  assert.deepEqual(frames.marks, ['Matrix: frames late (2014), Cart']);
  const power = await ImportedReport.of(matrixTree(2011));
  assert.deepEqual([power.lags.length, power.stacks('busy threads').length], [0, 2]);
});

test('KSCrash’s hang has its measured length; a crash is a moment', async () => {
  // Ended by the system amid a hang, its type is that of the end; version 3.7 writes microseconds.
  const { crash: hung } = ksHang();
  const killed = { ...ksHang(), report: { timestamp: 1_700_000_000_000_000 }, crash: { ...hung, error: { ...hung.error, type: 'mach' } } };
  const ended = await ImportedReport.of(killed);
  assert.deepEqual([ended.marks, ended.model.runs[0]?.hello?.wallUs], [['KSCrash: hang'], 1_700_000_000_000_000]);
  const hang = await ImportedReport.of(ksHang());
  assert.deepEqual([hang.lagLines, hang.marks], [['0 1250 Shop + 0x100005000:0'], ['KSCrash: hang']]);
  const crash = { ...ksHang().crash, error: { type: 'signal', signal: { signal: 6, name: 'SIGABRT' } } };
  const moment = await ImportedReport.of({ ...ksHang(), crash });
  assert.deepEqual([moment.lags.length, moment.marks, moment.stacks('db')], [0, ['KSCrash: signal SIGABRT'], ['0-1 commit']]);
});

test('an issue around a report and a list of reports are read', async () => {
  const issue = { issueTag: 'MatrixCrashBlock', issueID: 'x', dataType: 1, issueData: JSON.stringify(matrixReport()) };
  assert.deepEqual((await ImportedReport.of(issue)).lagLines, ['0 2000 load:0']);
  const list = await ImportedReport.of([matrixReport(), { crash: {} }, ksHang()]);
  assert.deepEqual(list.lagLines, ['0 2000 load:0', '3000 1250 Shop + 0x100005000:0']);
  assert.match(list.report.text, /Skipped: 1 report without stacks/);
});

test('a cut report gives its whole parts, and says so', async () => {
  const text = JSON.stringify(matrixReport());
  const cut = await ImportedReport.of(text.slice(0, text.indexOf('"name":"db"')));
  assert.equal(cut.report.isTruncated, true);
  assert.deepEqual(cut.lagLines, ['0 2000 load:0']);
});

test('a report without stacks is refused in one line', async () => {
  await assert.rejects(ImportedReport.of({ binary_images: [], crash: { __proto__: null, threads: [] } }), (error: Error) => {
    assert.match(error.message, /report looks like a report of Matrix or KSCrash, but has no stacks\./);
    return !error.message.includes('\n');
  });
});

test('a profile of KSCrash has its samples at their times; a pause of the sampler is no data', async () => {
  const frames = ['total', 'load', 'start'].map((symbol_name, at) => ({ symbol_name, instruction_addr: 0x1000 + at, object_addr: 0 }));
  // Milliseconds after the begin; the third is 80 ms late, beyond five intervals of 10 ms.
  const at = (ms: number): number => 1_202_173_000_000_000 + ms * 1_000_000;
  const samples = [
    { time_start_uptime: at(0), frames: [] },
    { time_start_uptime: at(10), frames: [0, 1, 2] },
    { time_start_uptime: at(100), frames: [1, 2] },
  ];
  const profile = {
    name: 'startup',
    time_start_uptime: at(0),
    time_end_uptime: at(120),
    expected_sample_interval: 10_000_000,
    time_units: 'nanoseconds',
    frames,
    samples,
  };
  const { crash: _, ...rest } = ksHang();
  const imported = await ImportedReport.of({ ...rest, crash: { error: { type: 'profile', profile } } });
  assert.deepEqual(imported.marks, ['KSCrash: profile startup']);
  assert.deepEqual(
    imported.stacks('main').filter((line) => line.includes('start')),
    ['10-60 start > load > total', '100-120 start > load'],
  );
  assert.match(imported.report.text, /Read: 3 libraries, 3 samples/);
});

test('a sample without a time does not make the one before it longer', async () => {
  const frames = ['total', 'load', 'start'].map((symbol_name, at) => ({ symbol_name, instruction_addr: 0x1000 + at, object_addr: 0 }));
  const samples = [{ time_start_uptime: 0, frames: [0, 1, 2] }, { frames: [0, 2] }, { time_start_uptime: 10, frames: [1, 2] }];
  const profile = { time_start_uptime: 0, time_end_uptime: 20, expected_sample_interval: 10, time_units: 'milliseconds', frames, samples };
  const { crash: _, ...rest } = ksHang();
  const imported = await ImportedReport.of({ ...rest, crash: { error: { type: 'profile', profile } } });
  assert.deepEqual(imported.stacks('main'), ['0-10 start > load > total', '10-20 start > load']);
  assert.match(imported.report.text, /Skipped: 1 sample without a time/);
});
