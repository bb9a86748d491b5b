import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { plans } from '../../../core/wire/plan.ts';
import { messages } from '../../../core/wire/schema.ts';
import { generatedFiles } from './generate.ts';

const root = join(import.meta.dirname, '../../..');

for (const file of generatedFiles()) {
  test(`${file.path} is what the table says`, async () => {
    const text = await readFile(join(root, file.path), 'utf8');
    assert.equal(text, file.text, 'It is stale: run scripts/generate.ts.');
  });
}

test('no two messages share a number', () => {
  const numbers = Object.values(messages).map((message) => message.number);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('the reference names every message and every field', async () => {
  const text = await readFile(join(root, 'docs/wire-protocol.md'), 'utf8');
  for (const plan of plans) {
    const section = text.split(`### ${plan.number} \`${plan.type}\``)[1]?.split('###')[0] ?? '';
    const listed = section
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .join('\n');
    for (const { name, kind } of plan.fields) assert.ok(listed.includes(`\`${name}\` \`${kind}\``), `${plan.type}.${name}`);
  }
});
