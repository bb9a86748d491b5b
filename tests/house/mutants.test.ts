import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { occurrences } from '../mutants/mutant.ts';
import { mutants } from '../mutants/mutants.ts';
import { root, sourceFiles } from './project-sources.ts';

test('each mutant applies at exactly one place, to a file of the product', async () => {
  const wrong: string[] = [];
  for (const { name, file, before, after } of mutants) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    const count = occurrences(text, before);
    if (count !== 1 || before === after || /\.test\.ts$|^tests\//.test(file)) wrong.push(`${name}: ${count} times in ${file}`);
  }
  assert.deepEqual(wrong, []);
});

test('each mutant has its own name, tests that exist, and says in one line what a user would suffer', async () => {
  const files = new Set((await sourceFiles((path) => path.endsWith('.test.ts'))).map(({ path }) => path));
  const missing = mutants.flatMap(({ name, tests }) => tests.filter((path) => !files.has(path)).map((path) => `${name}: ${path}`));
  assert.deepEqual(missing, []);
  assert.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
  assert.deepEqual(
    mutants.filter(({ name, tests, userSuffers }) => !/^[a-z\d-]+$/.test(name) || tests.length === 0 || !/^.{10,120}\.$/.test(userSuffers)),
    [],
  );
});
