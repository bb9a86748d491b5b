import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cellWords } from './cell-words.ts';

test('each documented rule has words, no two the same but those of files', async () => {
  const page = await readFile(new URL('../../../../docs/causes.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('\n## Rules\n');
  const rules = [...(table.split('\n## ')[0]?.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm) ?? [])].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );
  assert.ok(rules.length >= 33, `${rules.length} rules`);
  const words = rules.map((rule) => cellWords('cause', rule));
  assert.deepEqual(
    words.filter((word, at) => word !== word.toLowerCase() && word !== 'CPU use' && word === rules[at]),
    [],
    'rules without words',
  );
  assert.equal(new Set(words).size, rules.length - 1);
});

test('other columns and unknown rules keep their texts', () => {
  assert.equal(cellWords('label', 'lock'), 'lock');
  assert.equal(cellWords('cause', 'constructor'), 'constructor');
  assert.equal(cellWords('cause', 'newerRule'), 'newerRule');
});
