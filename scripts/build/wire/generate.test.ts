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

test('the reference names every message with its fields and their kinds', async () => {
  const text = await readFile(join(root, 'docs/wire-protocol.md'), 'utf8');
  const [common = ''] = text.split('Fields of many messages')[1]?.split('## ') ?? [];
  for (const plan of plans) {
    const section = text.split(`### ${plan.number} \`${plan.type}\``)[1]?.split('###')[0] ?? '';
    for (const field of plan.fields) {
      for (const { name, kind } of [field, ...(field.kind === 'list' ? field.items : [])]) {
        const isListed = section.includes(`\`${name}:${kind}\``) || (section.includes(`\`${name}\``) && kindOfBare(name, common) === kind);
        assert.ok(isListed || isListedElsewhere(section, field.name), `${plan.type}.${name}`);
      }
    }
  }
});

/** The kind of a field that names none: the common one of that name, or `u`. */
function kindOfBare(name: string, common: string): string {
  return new RegExp(`^- \`${name}:(\\w+)\``, 'm').exec(common)?.[1] ?? 'u';
}

/** Items of a list that another message lists. */
function isListedElsewhere(section: string, list: string): boolean {
  return new RegExp(`\`${list}:list\`.*: as in`).test(section);
}
