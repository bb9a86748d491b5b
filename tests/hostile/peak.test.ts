import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peakOf } from './peak.ts';

const filling = import.meta.resolve('./filling-case.ts');

test('the peak of a case counts its bytes outside the heap', async () => {
  const small = await peakOf(filling, { args: ['1', 'bytes'] });
  const large = await peakOf(filling, { args: ['201', 'bytes'] });
  assert.equal(large.result, 201, large.errors);
  const grown = (large.peakMb ?? 0) - (small.peakMb ?? 0);
  assert.ok(grown > 180 && grown < 260, `200 MB more are ${grown} MB`);
});

test('a case that needs more heap than it may have ends, and gives nothing', async () => {
  const { result, exit, errors } = await peakOf(filling, { args: ['400', 'heap'], heapMb: 100 });
  assert.equal(result, undefined);
  assert.ok(exit === 'SIGABRT' || exit === 134, `${exit}`);
  assert.match(errors, /heap out of memory/);
});

test('a case that throws says so', async () => {
  const { result, exit, errors } = await peakOf(import.meta.resolve('./peak.ts'));
  assert.equal(result, undefined);
  assert.equal(exit, 1);
  assert.match(errors, /no function as its default export/);
});
