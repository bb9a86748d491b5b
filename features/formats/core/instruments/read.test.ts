import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepCopyText, hangsXml, timeProfileXml } from '../../../../tests/fixtures/field-reports/instruments-export.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { TraceRows } from './trace-rows.ts';
import { type TraceValue, TraceValues } from './trace-values.ts';

test('an export of Time Profiler has its samples at their times; ids stand for what was written before', async () => {
  const imported = await ImportedReport.of(timeProfileXml);
  assert.equal(imported.format, 'instruments');
  // Nanoseconds from the recording's begin; the first sample becomes 0.
  assert.deepEqual(imported.stacks('main'), ['0-2 start > operator<(A&, B) > Cart.total(_:) (Cart.swift:31)', '2-3 start > Shop + 0x5000']);
  assert.deepEqual(
    imported.stacks('db').filter((line) => line.includes('start')),
    ['2-3 start > Shop + 0x5000'],
  );
  const { report, model } = imported;
  assert.match(report.text, /Read: 4 samples\./);
  assert.match(report.text, /Skipped: 1 sample of other processes\./);
  const run = model.runs[0];
  assert.deepEqual([run?.hello?.process, run?.hello?.pid, run?.hello?.os], ['Shop', 311, 'ios']);
  assert.deepEqual(model.images.find(({ path }) => path.endsWith('/Shop'))?.id, '6a1f6e9c000040008000000000000022');
});

test('Instruments’ potential hangs are lags of their duration; tables that are not read are counted', async () => {
  const imported = await ImportedReport.of(hangsXml);
  assert.deepEqual(imported.lagLines, ['0 300 Cart.total(_:):31']);
  assert.deepEqual(imported.marks, ['Instruments: Microhang']);
  assert.match(imported.report.text, /1 row of the table life-cycle-period/);
  const alone = hangsXml
    .replace(/<row><sample-time[\s\S]*?<\/row>/g, '')
    .replace('<thread ref="2"/><process ref="4"/></row>', '<thread fmt="Main Thread 0x1 (Shop, pid: 7)"><tid>1</tid></thread></row>');
  const hangs = await ImportedReport.of(alone);
  assert.deepEqual(
    hangs.lags.map(({ beginUs, endUs }) => [beginUs, endUs]),
    [[0, 300_000]],
  );
});

test('samples of a waiting thread are waits', async () => {
  const blocked = timeProfileXml.replace('fmt="Running">Running<', 'fmt="Blocked">Blocked<');
  const { model } = await ImportedReport.of(blocked);
  // Of the protocol: 7 waits in the kernel.
  assert.equal(model.threads.find(({ isMain }) => isMain)?.samples.stateAt(0), 7);
});

test('document types, wrong nesting, deep nesting and tables of contents are refused in one line', async () => {
  const bomb = timeProfileXml.replace('<trace-query-result>', '<!DOCTYPE a [<!ENTITY b "bbbbbbbb">]><trace-query-result>');
  await assert.rejects(ImportedReport.of(bomb), /looks like an export of Instruments, but declares a document type\./);
  await assert.rejects(ImportedReport.of(timeProfileXml.replace('</row>', '</rows>')), /has <\/rows> in a wrong place/);
  await assert.rejects(ImportedReport.of(`<trace-query-result>${'<a>'.repeat(300)}`), /has elements deeper than 200/);
  await assert.rejects(
    ImportedReport.of('<trace-toc><run number="1"></run></trace-toc>'),
    /has a table of contents alone: export a table with --xpath/,
  );
});

test('a cut export gives its whole rows, and says so', async () => {
  const imported = await ImportedReport.of(timeProfileXml.slice(0, timeProfileXml.indexOf('<thread id="30"')));
  assert.equal(imported.report.isTruncated, true);
  assert.match(imported.report.text, /after 3 of its rows/);
});

test('comments, sections of characters and numbered characters are read; unknown references are counted', async () => {
  const text = timeProfileXml
    .replace('<row>', '<!-- <row> > --><row>')
    .replace('name="start"', 'name="st&#97;r&#x74;"')
    .replace('/src/Cart.swift<', '<![CDATA[/src/<Cart>.swift]]><')
    .replace('<backtrace ref="50"/>', '<backtrace ref="99"/>');
  const imported = await ImportedReport.of(text);
  assert.equal(imported.stacks('main')[0], '0-2 start > operator<(A&, B) > Cart.total(_:) (<Cart>.swift:31)');
  assert.match(imported.report.text, /1 reference to unknown elements/);
});

test('a deep copy is one tree of times, without lags', async () => {
  const imported = await ImportedReport.of(deepCopyText);
  assert.equal(imported.format, 'instruments');
  // Own times: 500 of main, 750, 250. Callees come before the rest of their caller.
  assert.deepEqual(imported.stacks('all threads'), [
    '0-750 start > main > Cart.total(_:)',
    '750-1000 start > main > load > read',
    '1000-1500 start > main',
  ]);
  assert.deepEqual(imported.lagLines, []);
});

test('a deep copy of cycles is drawn as such; one of allocations is refused', async () => {
  const cycles = 'Weight\tSelf Weight\t\tSymbol Name\n3.00 Gc  100.0%\t-\t \tmain\n1.00 Gc   33.3%\t1.00 Gc\t \t total\n';
  const imported = await ImportedReport.of(cycles);
  assert.deepEqual(imported.stacks('all threads'), ['0-1000 main > total', '1000-3000 main']);
  assert.match(imported.report.text, /Cycles are drawn as nanoseconds: the text has 3,000,000,000 cycles/);
  const bytes = 'Bytes Used\tCount\t\tSymbol Name\n 429.93 MB     100.0%\t84671\t \tstart\n';
  await assert.rejects(ImportedReport.of(bytes), /counts bytes of memory, not time/);
});

test('processes and threads above a deep copy’s calls are none of its functions', async () => {
  const rows = ['Weight\tSelf Weight\t\tSymbol Name', '2.00 s  100.0%\t0 s\t \tShop (311)', '1.50 s   75.0%\t0 s\t \t Main Thread  0x384'];
  rows.push('1.50 s   75.0%\t1.50 s\t \t  start', '500.00 ms   25.0%\t0 s\t \t decoder  0x385', '500.00 ms   25.0%\t500.00 ms\t \t  read');
  const imported = await ImportedReport.of(rows.join('\n'));
  assert.deepEqual(imported.stacks('main'), ['0-1500 start']);
  assert.deepEqual(imported.stacks('decoder'), ['0-500 read']);
  assert.deepEqual([imported.model.runs[0]?.hello?.process, imported.model.runs[0]?.hello?.pid], ['Shop', 311]);
});

test('exports in UTF-16 are read', async () => {
  const copy = await ImportedReport.of(Buffer.from(`\ufeff${deepCopyText}`, 'utf16le'));
  assert.equal(copy.stacks('all threads').length, 3);
  const table = await ImportedReport.of(Buffer.from(`\ufeff${timeProfileXml}`, 'utf16le'));
  assert.equal(table.stacks('main').length, 2);
});

test('threads beyond the bound are left out, and a process has one main thread', () => {
  const report = new ImportReport('test');
  const rows = new TraceRows(report);
  const value = (tag: string, text: string, parts: readonly TraceValue[] = []): TraceValue => ({ tag, shown: 'main', text, parts });
  const row = (tid: number): readonly TraceValue[] => [
    value('sample-time', '5'),
    value('thread', '', [value('tid', String(tid)), value('process', '', [value('pid', '7')])]),
    { ...value('backtrace', ''), stack: 1 },
  ];
  for (let tid = 1; tid <= 32_768; tid++) assert.equal(rows.add('time-profile', row(tid)), true);
  assert.equal(rows.add('time-profile', row(40_000)), 'samples of threads beyond the bound');
  const threads = [...(rows.threads.chosen?.threads.values() ?? [])];
  assert.deepEqual([threads.length, threads.filter(({ isMain }) => isMain).length], [32_768, 1]);
});

test('parts of an element, and texts that others may refer to, have bounds', () => {
  const report = new ImportReport('test');
  const values = new TraceValues(new SessionBuilder(report), report);
  const row = { tag: 'row', attributes: new Map(), parts: [], text: '' };
  for (let at = 0; at <= 65_536; at++) values.add({ tag: 'weight', shown: '', text: '', parts: [] }, row);
  assert.equal(row.parts.length, 65_536);
  // 257 texts of a MiB; 256 MiB are held.
  const text = 'x'.repeat(1 << 20);
  for (let at = 0; at < 257; at++) values.close({ tag: 'path', attributes: new Map([['id', String(at)]]), parts: [], text });
  assert.match(report.text, /Skipped: 3 elements beyond the bound/);
});

test('hangs of other processes are counted as such', async () => {
  const hang = hangsXml.slice(hangsXml.indexOf('<row><start-time'), hangsXml.indexOf('</row>', hangsXml.indexOf('<row><start-time')) + 6);
  const other = hang
    .replace('<thread ref="2"/><process ref="4"/>', '<thread ref="40"/><process ref="42"/>')
    .replace(/300000000/, '200000000');
  const { report } = await ImportedReport.of(hangsXml.replace(hang, `${hang}${other.replaceAll(/ id="7(\d)"/g, ' id="17$1"')}`));
  assert.match(report.text, /1 hang, /);
  assert.match(report.text, /1 hang of other processes/);
});

test('hang risks of other processes are none of the app’s marks', async () => {
  const risk = (owner: string): string => `<row><event-time>12000000</event-time><narrative fmt="I/O on main"/>${owner}</row>`;
  const table = `<node><schema name="hang-risks"></schema>${risk('<process ref="4"/>')}${risk('<process ref="42"/>')}</node>`;
  const imported = await ImportedReport.of(timeProfileXml.replace('</trace-query-result>', `${table}</trace-query-result>`));
  assert.deepEqual(imported.marks, ['Instruments: hang risk, I/O on main']);
  assert.match(imported.report.text, /1 hang risk\.\nSkipped: .*1 hang risk of other processes/);
});
