import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ColumnLayer, fillColumns, pixelOf, solid } from './columns.ts';

const background = pixelOf('#000000');
const names = new Map([
  [background, '.'],
  [pixelOf('#3794ff'), 'r'],
  [pixelOf('#b180d7'), 'b'],
  [pixelOf('#ffffff'), '/'],
]);

/** The picture, a letter per pixel. */
function drawn(width: number, height: number, layers: readonly ColumnLayer[]): readonly string[] {
  const pixels = new Uint32Array(width * height);
  fillColumns(pixels, width, height, layers, background);
  return Array.from({ length: height }, (_, y) =>
    Array.from(pixels.subarray(y * width, (y + 1) * width), (pixel) => names.get(pixel) ?? '?').join(''),
  );
}

test('a colour lies in memory as red, green, blue, opaque', () => {
  const bytes = new Uint8Array(Uint32Array.of(pixelOf('#3794ff')).buffer);
  assert.deepEqual([...bytes], [0x37, 0x94, 0xff, 0xff]);
  // A theme without the colour is no reason to draw nothing.
  assert.equal(pixelOf(''), 0xff808080);
});

test('layers lie on each other, each up to its share of the height', () => {
  const layers = [
    { top: Float32Array.of(0.5, 1, 0, 0.25), fill: solid('#3794ff') },
    { top: Float32Array.of(1, 1, 0.5, 0), fill: solid('#b180d7') },
    { top: Float32Array.of(0, 0, 0, 0.5), fill: solid('#ffffff') },
  ];
  // Of a layer that ends below the one before it nothing is seen.
  assert.deepEqual(drawn(4, 4, layers), ['br..', 'br..', 'rrb/', 'rrbr']);
});

test('a pattern lies still on the picture, whatever the heights of its columns', () => {
  const fill = { background: pixelOf('#b180d7'), foreground: pixelOf('#ffffff'), pattern: 'diagonal' } as const;
  // Every sixth pixel of x + y and the next one.
  assert.deepEqual(drawn(8, 2, [{ top: new Float32Array(8).fill(1), fill }]), ['//bbbb//', '/bbbb//b']);
  assert.deepEqual(drawn(8, 2, [{ top: Float32Array.of(1, 0, 1, 1, 1, 1, 0.5, 1), fill }]), [
    '/.bbbb./',
    '/.bbb//b'.replace('b//b', 'b//b'),
  ]);
});
