import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peakOf } from '../../../../tests/hostile/peak.ts';

for (const format of ['folded', 'perf', 'systrace', 'nanoscope']) {
  test(`names of a ${format} text keep no chunk of the file alive`, async () => {
    // 200 chunks are 50 MB.
    const { result, errors } = await peakOf(import.meta.resolve('./held-names-case.ts'), { args: [format, '200'] });
    assert.ok(typeof result === 'number' && result < 5, `${String(result)} MB ${errors}`);
  });
}
