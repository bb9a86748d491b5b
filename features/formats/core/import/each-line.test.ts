import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../../core/session/file/turns.ts';
import { sourceOf } from '../../tests/formats/import-profile.ts';
import { eachLine, eachValue } from './each-line.ts';
import { ImportReport } from './import-report.ts';

const turns = new Turns({ nowMs: () => 0, turn: async () => {} });

test('each line without an answer of “read” is counted in the import report', async () => {
  const report = new ImportReport('test');
  const seen: string[] = [];
  await eachLine({ source: sourceOf('a 1\n\n  \nodd\r\nb 2\nodd'), report, turns }, (line) => {
    seen.push(line);
    return line !== 'odd' || 'lines of no known form';
  });
  assert.deepEqual(seen, ['a 1', 'odd', 'b 2', 'odd']);
  assert.deepEqual(report.lines, ['Skipped: 2 lines of no known form.']);
});

test('values of a list are counted by the reason why they were not read', async () => {
  const report = new ImportReport('test');
  await eachValue([1, 'x', 2, undefined], { report, turns }, (value, index) =>
    typeof value === 'number' ? true : index === 1 ? 'values that are a text' : 'values that are missing',
  );
  assert.deepEqual(report.lines, ['Skipped: 1 value that is a text, 1 value that is missing.']);
});
