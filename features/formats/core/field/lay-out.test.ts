import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evilMethod } from '../../../../tests/fixtures/field-reports/canary-issue.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { ReportImages } from './native-frames.ts';

test('a length of more than a day is said to be left out', async () => {
  const imported = await ImportedReport.of({ ...evilMethod(), cost: 86_400_001 });
  assert.deepEqual(imported.lags, []);
  assert.match(imported.report.text, /Skipped: (?:.*, )?1 length of more than a day\.\n/);
  assert.match(imported.report.text, /Stacks of one moment are drawn a millisecond wide\./);
});

test('a library without an address takes no frames without a library', () => {
  const frames: FrameFacts[] = [];
  const images = new ReportImages({ image: () => 7, frame: (facts) => frames.push(facts), stack: () => 0 });
  images.add({ path: '/app/Shop', uuid: '', base: 0, size: 0, linkedAt: 0 });
  images.frame(0, 0x5000, '');
  assert.deepEqual(frames, [{ function: '0x5000' }]);
});
