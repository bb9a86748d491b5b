import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type JsonBatch, JsonSplitter } from './json-splitter.ts';

const limits = { batchBytes: 40, elementBytes: 100, depth: 5 };

function split(
  text: string,
  pieceBytes: number,
): { readonly batches: readonly JsonBatch[]; readonly splitter: JsonSplitter; readonly isCut: boolean } {
  const splitter = new JsonSplitter(limits);
  const bytes = new TextEncoder().encode(text);
  const batches: JsonBatch[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) batches.push(...splitter.feed(bytes.subarray(at, at + pieceBytes)));
  const last = splitter.end();
  return { batches: [...batches, ...last.batches], splitter, isCut: last.isCut };
}

const values = (batches: readonly JsonBatch[], container: string): readonly unknown[] =>
  batches.filter((batch) => batch.container === container).flatMap((batch) => batch.values);

suite('splitting JSON by its bytes', () => {
  test('elements are those of JSON.parse, wherever the pieces end', () => {
    const root = {
      about: 'x',
      'a "key"': { b: [1, { c: ']' }], d: 'é漢\\' },
      list: [[], {}, 'a,b', -1.5e3, null, true, { e: [{ f: '"' }] }],
      n: 7,
    };
    const text = JSON.stringify(root, undefined, 1);
    for (const pieceBytes of [1, 2, 7, 1_000]) {
      const { batches, isCut } = split(text, pieceBytes);
      assert.deepEqual(values(batches, 'list'), root.list);
      const entries = batches.filter(({ container }) => container.startsWith('a '));
      assert.deepEqual(
        entries.flatMap(({ keys = [], values: each }) => keys.map((key, index) => [key, each[index]])),
        [
          ['b', [1, { c: ']' }]],
          ['d', 'é漢\\'],
        ],
      );
      assert.equal(isCut, false);
    }
  });

  test('elements are given as soon as a batch is full: a file is never held', () => {
    const splitter = new JsonSplitter(limits);
    const element = new TextEncoder().encode(`{"name":"${'n'.repeat(30)}"},`);
    splitter.feed(new TextEncoder().encode('['));
    for (let round = 0; round < 1_000; round++) assert.equal(splitter.feed(element).flatMap((batch) => batch.values).length, 1);
  });

  test('an element that is too long or too deep is left out, its neighbours are not', () => {
    const { batches, splitter } = split(`[1,"${'x'.repeat(200)}",2,[[[[[[[3]]]]]]],4]`, 16);
    assert.deepEqual([values(batches, ''), splitter.overlong, splitter.damaged], [[1, 2, 4], 2, 0]);
  });

  test('a text that ends early gives its whole elements', () => {
    assert.deepEqual(
      [split('[1,2', 1), split('[1,{"a":', 1), split('{"a":[1,2', 1), split('{"a":[1]', 1)].map(({ batches, isCut }) => [
        batches.flatMap((batch) => batch.values),
        isCut,
      ]),
      [
        [[1, 2], false],
        [[1], true],
        [[1, 2], true],
        [[1], true],
      ],
    );
  });
});
