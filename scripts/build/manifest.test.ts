import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { manifestFiles } from './manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('package.json and package.nls.json follow from extension/contributions (scripts/generate.ts writes them)', async () => {
  for (const { path, text } of await manifestFiles(root)) assert.equal(await readFile(join(root, path), 'utf8'), text, path);
});
