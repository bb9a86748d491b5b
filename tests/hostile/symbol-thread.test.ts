import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packedArchive, packedProgram } from './packed-programs.ts';
import { peakOf } from './peak.ts';

const MB = 1 << 20;
/** The thread's 1 GiB of unpacked bytes, Node, and V8's heap of two threads. */
const MOST_THREAD_MB = 1_024 + 200;

const asking = import.meta.resolve('./symbol-thread-case.ts');

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens hostile '));
});
after(() => rm(folder, { recursive: true }));

for (const method of ['zstd', 'zlib'] as const) {
  test(`programs of kilobytes that unpack to gigabytes by ${method} have one bound in the thread`, { timeout: 900_000 }, async () => {
    // Two do not fit beside each other.
    const program = packedProgram(method, 600 * MB);
    const paths = Array.from({ length: 3 }, (_, i) => join(folder, `${method}${i}.so`));
    for (const path of paths) await writeFile(path, program);
    const { result, peakMb = Number.NaN, errors } = await peakOf(asking, { args: ['program', ...paths] });
    assert.ok(Array.isArray(result) && result.length === paths.length, errors);
    for (const answer of result) assert.match(String(answer), /^1 answers/);
    assert.ok(peakMb <= MOST_THREAD_MB, `${peakMb} MB`);
  });
}

test('an archive that names one stream 200 times, and one of 200 streams, are not unpacked 200 times', { timeout: 900_000 }, async () => {
  const paths = [join(folder, 'one.apk'), join(folder, 'many.apk')];
  await writeFile(paths[0] ?? '', packedArchive(200, 1, 512 * MB));
  await writeFile(paths[1] ?? '', packedArchive(200, 200, 64 * MB));
  const { result, peakMb = Number.NaN, errors } = await peakOf(asking, { args: ['archive', ...paths] });
  assert.deepEqual(result, ['0 libraries', '0 libraries'], errors);
  assert.ok(peakMb <= MOST_THREAD_MB, `${peakMb} MB`);
});
