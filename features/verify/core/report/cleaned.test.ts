import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText, kernelVersion, knownWord, knownWords, outline, productName, versionText } from './cleaned.ts';

test('an outline keeps the platform’s words, and nothing else of names, numbers and paths', () => {
  const said = [
    'Error: Ada Lovelace’s phone R58M123ABC was not found in /storage/emulated/0/Bank/ada@example.com.pdf',
    '  1234 10123 com.secret.bank:wallet',
    '',
    '2026-03-01 10:00:05.250 秘密 $HOME Ünal',
  ].join('\n');
  assert.deepEqual(outline(said, 'was emulated', 9), [
    'Error: Name Name?name name Name was not found in /name/emulated/1/Name/name@name.com.name',
    '  1111 11111 com.name.name:name',
    '1111-11-11 11:11:11.111 ?? name ?name',
  ]);
});

test('an outline has few and short lines, whatever a device prints', () => {
  const lines = outline(`${'x '.repeat(100_000)}\n`.repeat(50), '', 3);
  assert.deepEqual([lines.length, Math.max(...lines.map(({ length }) => length))], [3, 200]);
});

test('versions and days are of their form, or empty', () => {
  assert.equal(versionText('ART 2.1.0'), 'ART 2.1.0');
  assert.equal(versionText('14'), '14');
  assert.equal(versionText('14 of Ada'), '');
  assert.equal(kernelVersion('5.10.157-android13-4-00003-gadalovelace-ab9'), '5.10.157-android13');
  assert.equal(kernelVersion('ada'), '');
  assert.equal(dayText('2026-03-05'), '2026-03-05');
  assert.equal(dayText('2026-03-05 Ada'), '');
});

test('a product’s name is one of a product, without the serial', () => {
  assert.equal(productName('Pixel 8 Pro', ['R58M1']), 'Pixel 8 Pro');
  for (const bad of ['R58M1', 'Pixel r58m1', 'ada@example.com', 'Phone 123456789', 'Ada’s phone', 'x'.repeat(41), ''])
    assert.equal(productName(bad, ['R58M1']), '', bad);
});

test('words are those that are known', () => {
  assert.equal(knownWord('running', ['running', 'stopped']), 'running');
  assert.equal(knownWord('ada', ['running', 'stopped']), 'other');
  assert.deepEqual(knownWords(['ada', 'cmd', 'shell_v2'], ['shell_v2', 'cmd', 'abb']), ['shell_v2', 'cmd']);
});
