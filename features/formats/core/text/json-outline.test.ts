import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasKeys, type JsonOutline, OutlineScanner } from './json-outline.ts';

function outlineOf(text: string, pieceBytes = 7): JsonOutline | undefined {
  const bytes = new TextEncoder().encode(text);
  const scanner = new OutlineScanner();
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.feed(bytes.subarray(at, at + pieceBytes));
  return scanner.outline;
}

/** `key kind text {inner=text}` of each entry. */
function entriesOf(text: string, pieceBytes?: number): readonly string[] {
  return [...(outlineOf(text, pieceBytes)?.entries ?? [])].map(([key, { kind, text: value, keys }]) =>
    [key, kind, value, ...[...keys].map(([inner, innerText]) => `{${inner}=${innerText}}`)].filter((part) => part !== '').join(' '),
  );
}

test('keys are found in any order and depth, with texts, in pieces of any length', () => {
  const text = JSON.stringify({
    a: { deep: { deeper: ['x"y', { z: 1 }] }, name: 'n\\"', count: 2 },
    list: [1, 'two', { type: 'sampled', inner: { no: 1 } }, { unit: 'ms' }],
    texts: ['{"no":1}', 'k'],
    'q"\\': 'value, with ] and }',
    n: -1.5,
    t: true,
    z: null,
    last: {},
  });
  for (const pieceBytes of [1, 2, 3, 1_000]) {
    assert.deepEqual(entriesOf(text, pieceBytes), [
      'a object {deep=} {name=n\\"} {count=}',
      'list list {type=sampled} {inner=} {unit=ms}',
      'texts list',
      'q"\\ text value, with ] and }',
      'n number',
      't literal',
      'z literal',
      'last object',
    ]);
  }
});

test('a list has the keys of its first objects', () => {
  const text = JSON.stringify([
    { ph: 'M', args: { name: 'x' } },
    { ph: 'X', ts: 1 },
  ]);
  assert.deepEqual(entriesOf(text), ['ph text M', 'args object {name=x}', 'ts number']);
  assert.equal(outlineOf(text)?.root, 'list');
  assert.ok(hasKeys(outlineOf(text), 'args', ['name'], 'object'));
});

test('other texts have no outline; a cut one has what came', () => {
  for (const text of ['', 'main;a 1', '"text"', '12', '<html>']) assert.equal(outlineOf(text), undefined, text);
  assert.deepEqual(entriesOf('{"a":{"b":"c"},"d":['), ['a object {b=c}', 'd list']);
  assert.equal(outlineOf('{"a":1}')?.isWhole, true);
  assert.equal(outlineOf('{"a":1')?.isWhole, false);
});

test('work and memory have bounds: depth, keys, letters and elements', () => {
  const deep = outlineOf(`{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)},"b":1}`, 65_536);
  assert.deepEqual([...(deep?.entries.keys() ?? [])], ['a', 'b']);
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`${'k'.repeat(500)}${at}`, Object.fromEntries([[`${at}`, 1]])]),
  );
  assert.equal(outlineOf(JSON.stringify(many), 65_536)?.entries.size, 1, 'keys are cut');
  const wide = outlineOf(JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]))), 65_536);
  assert.deepEqual([wide?.entries.size, wide?.isWhole], [256, true]);
});
