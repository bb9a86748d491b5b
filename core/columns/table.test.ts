import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absentFloat64, noFloat64, noUint8, noUint32, Table, withRoom, withRow } from './table.ts';

class Visits extends Table {
  atUs: Float64Array = noFloat64;
  place: Uint32Array = noUint32;
  kind: Uint8Array = noUint8;
  bytes: Float64Array = absentFloat64;
  readonly names: string[] = [];

  append(atUs: number, place: number, kind: number): void {
    if (this.length === this.capacity) this.grow();
    const row = this.length++;
    this.atUs[row] = atUs;
    this.place[row] = place;
    this.kind[row] = kind;
  }
}

function visits(rows: number): Visits {
  const table = new Visits();
  for (let row = 0; row < rows; row++) table.append(row + 0.5, row, row % 200);
  return table;
}

test('a table without rows holds no memory of its own', () => {
  const [first, second] = [new Visits(), new Visits()];
  assert.equal(first.capacity, 0);
  assert.equal(first.atUs, second.atUs);
});

test('columns grow by doubling from eight rows and keep what they hold', () => {
  const capacities = new Set<number>();
  const table = new Visits();
  for (let row = 0; row < 100; row++) {
    table.append(row + 0.5, row, row);
    capacities.add(table.capacity);
    assert.equal(table.atUs.length, table.capacity);
    assert.equal(table.kind.length, table.capacity);
  }
  assert.deepEqual([...capacities], [8, 16, 32, 64, 128]);
  assert.deepEqual([...table.place.subarray(0, 100)], [...Array(100).keys()]);
  assert.equal(table.atUs[99], 99.5);
});

test('a column that is left out stays empty until it is replaced, and grows from then on', () => {
  const table = visits(20);
  assert.equal(table.bytes.length, 0);
  table.bytes = new Float64Array(table.capacity);
  table.bytes[19] = 7;
  table.reserve(1_000);
  assert.equal(table.bytes.length, 1_000);
  assert.equal(table.bytes[19], 7);
});

test('the oldest rows go, and the place behind the others is empty again', () => {
  const table = visits(20);
  table.dropFirst(5);
  table.dropFirst(3);
  assert.equal(table.length, 12);
  assert.equal(table.droppedRows, 8);
  assert.deepEqual([...table.place], [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, ...Array(20).fill(0)]);
  table.append(1, 77, 1);
  assert.equal(table.place[12], 77);
});

test('the newest rows go', () => {
  const table = visits(20);
  table.truncate(30);
  assert.equal(table.length, 20);
  table.truncate(3);
  assert.equal(table.length, 3);
});

test('room is reserved at once, up to a row by doubling', () => {
  const table = visits(3);
  table.reserve(5);
  assert.equal(table.capacity, 8);
  table.reserve(13);
  assert.equal(table.capacity, 13);
  table.reach(12);
  assert.equal(table.capacity, 13);
  table.reach(60);
  assert.equal(table.capacity, 104);
  assert.deepEqual([...table.place.subarray(0, 4)], [0, 1, 2, 0]);
});

test('a copy has the rows of another table and changes apart from it', () => {
  const table = visits(3);
  const copy = new Visits();
  copy.copyFrom(table);
  copy.append(3.5, 3, 3);
  copy.atUs[0] = 9;
  assert.equal(table.atUs[0], 0.5);
  assert.deepEqual([copy.length, copy.capacity, copy.bytes.length], [4, 8, 0]);
});

test('single columns get room in the same steps', () => {
  const column = new Uint32Array([1, 2]);
  assert.equal(withRow(column, 1), column);
  assert.equal(withRow(column, 2).length, 8);
  assert.equal(withRow(noFloat64, 8).length, 16);
  assert.deepEqual(withRoom(column, 3), new Uint32Array([1, 2, 0]));
});
