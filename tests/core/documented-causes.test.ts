import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { waitWords } from '../../core/analysis/causes/wait-frames.ts';

const folder = new URL('../../core/analysis/causes/', import.meta.url);

test('docs/causes.md has a row for each rule, and no other', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const written = sources.flatMap((source) => [...source.matchAll(/^ +rule: '(\w+)'/gm)].map(([, rule = '']) => rule));
  // Loads are named by their kind.
  const rules = new Set([...written, ...Object.keys(waitWords), 'cpu', 'power']);
  assert.ok(rules.size > 20);
  const page = await readFile(new URL('../../docs/causes.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, rule = '']) => rule),
  );
  assert.deepEqual(new Set(listed), rules);
});
