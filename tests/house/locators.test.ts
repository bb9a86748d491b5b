import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './project-sources.ts';

// A page changes between two reads: elements that are counted first and read one by one may be gone, and each read then waits for its limit.

/** Loops that try each element for a moment and begin again. */
const tolerant = ['tests/e2e/harness/workbench.ts'];

test('several elements of a page are read in one step', async () => {
  const files = await sourceFiles((path) => /^tests\/(?:e2e|pictures)\/.*\.ts$/.test(path) && !tolerant.includes(path));
  assert.ok(files.length > 50, `${files.length} files`);
  const found = files.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (/\.all\(\)/.test(line) ? [`${path}:${at + 1}: ${line.trim()}: evaluateAll reads them at once`] : [])),
  );
  assert.deepEqual(found, []);
});
