import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatTable } from './format-texts.ts';
import { formats } from './formats.ts';
import { formatOfEnding, isSession, recognise } from './recognise.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a file is recognised by its content, whatever its name', async () => {
  const schema = '{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[';
  assert.equal((await recognise(bytes(schema), 'x.json')).id, 'speedscope');
  assert.equal((await recognise(bytes('main;a;b 10\nmain;a 2\n'), 'out.txt')).id, 'folded');
});

test('unknown content names what is read, and an ending that does not fit', async () => {
  await assert.rejects(recognise(bytes('hello world'), 'a.folded'), {
    code: 'format-unknown',
    message: 'a.folded has the ending of folded stacks, but other content.',
  });
  await assert.rejects(recognise(bytes('hello world'), 'a.txt'), {
    message: 'a.txt is in no format that Laglens reads.',
    // Editors have no page of formats: the sentence itself names each.
    next: /^Laglens reads sessions, and (?=.*\bpprof\b)(?=.*tombstones)(?=.*Hermes’ profile).*\.$/,
  });
  await assert.rejects(recognise(bytes(''), 'a.bin'), { message: 'a.bin is empty.' });
});

test('endings choose the written format, packed or not', () => {
  assert.deepEqual(
    ['A.SPEEDSCOPE.JSON', 'a.folded.gz', 'a.json', 'a.laglens'].map((name) => formatOfEnding(name)?.id),
    ['speedscope', 'folded', undefined, undefined],
  );
});

test('sessions are no foreign files', async () => {
  const sample = await readFile(join(import.meta.dirname, '../../../media/sample/shop.laglens'));
  assert.ok(isSession(sample) && !isSession(bytes('laglens of text, not a session')));
});

test('ids are of one format each, endings of one written format', () => {
  const written = formats.filter(({ writing }) => writing !== undefined);
  for (const list of [formats.map(({ id }) => id), written.flatMap(({ endings }) => endings)])
    assert.equal(new Set(list).size, list.length);
});

test('docs/formats.md has the table; node scripts/generate.ts writes it', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/formats.md'), 'utf8');
  assert.ok(page.includes(`\n${formatTable()}\n`));
});
