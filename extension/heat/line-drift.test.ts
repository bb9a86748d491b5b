import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineDrift, type TextChange } from './line-drift.ts';

/** A document of five lines, `one` to `five`, each with an indent of two. */
class Edited {
  lines = ['one', 'two', 'three', 'four', 'five'].map((word) => `  ${word}`);
  readonly drift = new LineDrift(5);

  /** Replaces from line and character to line and character, from 0. */
  edit(from: readonly [number, number], to: readonly [number, number], text: string): this {
    const all = this.lines.join('\n');
    const offset = ([line, character]: readonly [number, number]): number =>
      this.lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
    this.lines = (all.slice(0, offset(from)) + text + all.slice(offset(to))).split('\n');
    const position = ([line, character]: readonly [number, number]) => ({ line, character });
    const change: TextChange = { range: { start: position(from), end: position(to) }, text };
    this.drift.apply([change], (line) => /^\s*/.exec(this.lines[line] ?? '')?.[0].length ?? 0);
    return this;
  }

  /** Current contents at each earlier line, `-` if gone. */
  get now(): readonly string[] {
    return [1, 2, 3, 4, 5].map((line) => {
      const at = this.drift.lineNow(line);
      return at === undefined ? '-' : (this.lines[at] ?? '?').trim();
    });
  }
}

const all = ['one', 'two', 'three', 'four', 'five'];

test('lines move with what is put in above them, at whatever place', () => {
  assert.deepEqual(new Edited().edit([1, 0], [1, 0], 'new\nnew\n').now, all);
  assert.deepEqual(new Edited().edit([1, 2], [1, 2], 'new\n  ').now, all);
  assert.deepEqual(new Edited().edit([0, 5], [0, 5], '\n  new').now, all);
  assert.deepEqual(new Edited().edit([4, 6], [4, 6], '\n').now, all);
  const twice = new Edited().edit([2, 0], [2, 0], 'a\n').edit([0, 0], [0, 0], 'b\nc\n');
  assert.deepEqual(
    [twice.drift.lineNow(2), twice.drift.lineNow(3), twice.drift.lineThen(5), twice.drift.lineThen(0)],
    [3, 5, 3, undefined],
  );
});

test('an edit inside of a line moves nothing, and a line that is split stays with its begin', () => {
  const inside = new Edited().edit([1, 3], [1, 4], 'WW');
  assert.deepEqual([inside.now[1], inside.drift.isEdited], ['tWWo', true]);
  assert.deepEqual(new Edited().edit([1, 3], [1, 3], '\n').now, ['one', 't', 'three', 'four', 'five']);
  assert.equal(new Edited().drift.isEdited, false);
});

test('deleted lines are gone, those below move up', () => {
  assert.deepEqual(new Edited().edit([1, 0], [3, 0], '').now, ['one', '-', '-', 'four', 'five']);
  assert.deepEqual(new Edited().edit([0, 5], [2, 7], '').now, ['one', '-', '-', 'four', 'five']);
  assert.deepEqual(new Edited().edit([1, 0], [3, 0], 'instead\n').now, ['one', '-', '-', 'four', 'five']);
});

test('a line that is joined to the one above is gone', () => {
  assert.deepEqual(new Edited().edit([1, 5], [2, 2], '').now, ['one', 'twothree', '-', 'four', 'five']);
});

test('several changes of one event are followed in their order, the last place first', () => {
  const edited = new Edited();
  const at = (line: number) => ({ range: { start: { line, character: 0 }, end: { line, character: 0 } }, text: 'new\n' });
  // Afterwards: one, new, two, three, new, four, five. The new lines have no indent.
  edited.drift.apply([at(3), at(1)], (line) => (line === 1 || line === 4 ? 0 : 2));
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((line) => edited.drift.lineNow(line)),
    [0, 2, 3, 5, 6],
  );
});
