import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadState } from '../../../../../core/session/columns/sample-columns.ts';
import { leaksText, sampleText } from '../../../../../tests/fixtures/field-reports/sample-output.ts';
import { ImportedReport } from '../../../tests/fixtures/imported.ts';
import { looksLikeTextReport } from './read-text.ts';

test('output of sample has its threads, each sample an interval long', async () => {
  const imported = await ImportedReport.of(sampleText);
  assert.equal(imported.format, 'ips');
  // 150 and 50 of 200 samples, one a millisecond. Callers at their calls: 0x100001014 - 4.
  assert.deepEqual(imported.stacks('main'), [
    '0-150 start > main > heavy (Heavy.swift:7) > inner(_:)',
    '150-200 start > main > Demo + 0x4008',
  ]);
  assert.deepEqual(imported.stacks('worker'), ['0-200 thread_start > __psynch_cvwait']);
  // A thread with a graph in each of two queues: 20 and 30 samples.
  assert.deepEqual(imported.stacks('pool'), ['0-20 encode', '20-50 0x344e22461a84']);
  assert.deepEqual(
    imported.model.threads.map(({ tid, isMain }) => [tid, isMain]),
    [
      [100, true],
      [101, false],
      [102, false],
    ],
  );
  assert.doesNotMatch(imported.report.text, /Skipped|cut/);
});

test('a function of the system that waits is a wait in output of sample', async () => {
  const { model } = await ImportedReport.of(sampleText);
  const worker = model.threads.find(({ name }) => name === 'worker');
  assert.equal(worker?.samples.stateAt(0), threadState.kernel);
});

test('main without a rest is one lag in output of sample; with a rest the order is unknown, so none is', async () => {
  assert.deepEqual((await ImportedReport.of(sampleText)).lagLines, ['0 200 inner(_:):0']);
  const resting = sampleText.replace('50 ???  (in Demo)  load address 0x100000000 + 0x4008  [0x100004008]', '50 kevent  (in Demo)');
  const imported = await ImportedReport.of(resting);
  assert.deepEqual(imported.lagLines, []);
  assert.match(imported.report.text, /Main rested between samples of unknown order/);
});

test('output of sample counts its interval, needs no libraries, and counts lines of no known form', async () => {
  const slow = sampleText
    .replace('every 1 millisecond', 'every 10 milliseconds')
    .replace('Call graph:\n', 'Call graph:\n    of another form\n');
  const imported = await ImportedReport.of(slow.slice(0, slow.indexOf('Binary Images:')));
  assert.deepEqual(imported.stacks('worker'), ['0-2000 thread_start > __psynch_cvwait']);
  assert.match(imported.report.text, /Skipped: 1 line of no known form\./);
  assert.equal(imported.report.isTruncated, false);
  const cut = await ImportedReport.of(sampleText.slice(0, sampleText.indexOf('Total number')));
  assert.equal(cut.report.isTruncated, true);
});

test('a report of memory leaks is not a report of stacks, though its head is that of sample', () => {
  assert.equal(looksLikeTextReport(leaksText), false);
  assert.equal(looksLikeTextReport(sampleText), true);
});
