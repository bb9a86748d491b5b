import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { differences, keepOutputs, keptOutputs } from './kept-outputs.ts';

test('kept outputs come back under their names, and those that changed are listed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens outputs '));
  t.after(() => rm(folder, { recursive: true }));
  const outputs = [
    { name: 'report a/b --json', text: 'one\ntwo\n' },
    { name: 'docs/lake.md', text: 'same' },
    { name: 'diff', text: '' },
  ];
  await keepOutputs(folder, outputs);
  const kept = await keptOutputs(folder);
  assert.deepEqual(differences(kept, outputs), []);
  const now = [
    { name: 'report a/b --json', text: 'one\n2\n' },
    { name: 'docs/lake.md', text: 'same' },
    { name: 'check', text: '' },
  ];
  assert.deepEqual(differences(kept, now), ['report a/b --json: line 2 was "two", is "2"', 'check: new', 'diff: gone']);
});
