import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameTable } from './frame-table.ts';
import { importLimits } from './import-limits.ts';
import { ImportReport } from './import-report.ts';

test('a frame with an address has no name where its tool knew none, whatever reader brings it', () => {
  const frames = new FrameTable(importLimits, new ImportReport('test'));
  const image = frames.image({ path: '/data/app/com.example.shop/lib/arm64/libmap.so' });
  const names = ['???', '[unknown]', '<unknown>', '0x1109', 'draw'].map((name, at) =>
    frames.functionOf(frames.frame({ function: name, image, address: 0x1000 + at })),
  );
  assert.deepEqual(names, ['', '', '', '', 'draw']);
  assert.deepEqual(
    frames.named.map(({ offset }) => offset),
    [0x1004],
  );
});

test('without an address the words of the tool stay', () => {
  const frames = new FrameTable(importLimits, new ImportReport('test'));
  assert.equal(frames.functionOf(frames.frame({ function: '[unknown]' })), '[unknown]');
});
