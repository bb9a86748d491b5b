import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildVsix } from '../../../../scripts/setup/vsix.ts';
import { unzip } from '../../../../tests/house/zip.ts';
import { convertElsewhere } from '../../extension/import-thread.ts';

test('the thread that converts profiles works from what is shipped, beside nothing else', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const folder = await mkdtemp(join(tmpdir(), 'laglens shipped '));
  try {
    const program = join(folder, 'session-worker.cjs');
    for (const [name, bytes] of files) if (name.startsWith('extension/dist/')) await writeFile(join(folder, basename(name)), bytes);
    await writeFile(join(folder, 'a.folded'), 'a;b 1\n');
    const output = join(folder, 'a.laglens');
    const task = { path: join(folder, 'a.folded'), entry: undefined, output };
    assert.equal(await convertElsewhere(task, new AbortController().signal, () => undefined, pathToFileURL(program)), 'written');
    assert.ok((await stat(output)).size > 100);
  } finally {
    await rm(folder, { recursive: true });
  }
});
