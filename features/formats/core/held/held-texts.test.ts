import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { HeldTexts } from './held-texts.ts';
import { TextTable } from './text-table.ts';

test('texts are held whole up to the sum of letters, then their begins; the report counts these', () => {
  const report = new ImportReport('test');
  const held = new HeldTexts({ letters: 200, heldLetters: 400 }, report);
  const lengths = ['a', 'b', 'c', 'd'].map((letter) => held.copyOf(letter.repeat(300)).length);
  assert.deepEqual(lengths, [200, 200, 64, 64]);
  assert.equal(held.copyOf(''), '');
  assert.match(report.text, /Skipped: 2 names beyond the bound of letters\./);
});

test('a table by texts has room for so many letters; what is deleted makes room', () => {
  const held = new HeldTexts({ letters: 200, heldLetters: 10 }, new ImportReport('test'));
  const table = new TextTable<number>(held, 100);
  assert.deepEqual([table.set('12345678', 1), table.set('12345678', 2), table.set('abc', 3)], [true, true, false]);
  table.delete('12345678');
  assert.deepEqual([table.set('abc', 3), table.get('abc'), table.get('12345678')], [true, 3, undefined]);
});

test('frames beyond the sum of letters are unknown, not of another name', () => {
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report, { heldLetters: 5_000 });
  const [first = 0, second] = ['a', 'b'].map((letter) => builder.frame({ function: letter.repeat(1_500) }));
  assert.equal(builder.frames.functionOf(first), 'a'.repeat(1_500));
  assert.equal(second, 0);
  assert.match(report.text, /1 frame beyond the bound/);
});
