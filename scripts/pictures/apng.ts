import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** A picture of a film. */
export interface Frame {
  /** All frames have one size. */
  readonly png: Buffer;
  readonly shownMs: number;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes an animated PNG (third edition of the PNG specification) that repeats for ever; a frame holds only what changed. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first, ...later] = frames.map(({ png, shownMs }) => ({ image: PNG.sync.read(png), shownMs }));
  if (first === undefined) throw new Error('A film has a frame');
  const { width, height } = first.image;
  // Eight bits per channel, red, green and blue; a screen has no alpha.
  const header = chunk('IHDR', numbers(width, height), Buffer.from([8, 2, 0, 0, 0]));
  const parts = [SIGNATURE, header, chunk('acTL', numbers(frames.length, 0))];
  const whole = { x: 0, y: 0, width, height };
  parts.push(control(0, whole, first.shownMs), chunk('IDAT', packed(first.image, whole)));
  let before = first.image;
  for (const [index, { image, shownMs }] of later.entries()) {
    const area = changedArea(before, image);
    parts.push(control(2 * index + 1, area, shownMs), chunk('fdAT', numbers(2 * index + 2), packed(image, area)));
    before = image;
  }
  return Buffer.concat([...parts, chunk('IEND')]);
}

function control(sequence: number, { x, y, width, height }: Area, shownMs: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(shownMs);
  delay.writeUInt16BE(1000, 2);
  return chunk('fcTL', numbers(sequence, width, height, x, y), delay);
}

function chunk(type: string, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...data]);
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

/** Rows with filter 1: each byte less the one of the pixel to its left. */
function packed({ data, width: stride }: PNG, { x, y, width, height }: Area): Buffer {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  let at = 0;
  for (let row = y; row < y + height; row++) {
    rows[at++] = 1;
    for (let column = x; column < x + width; column++) {
      for (let channel = 0; channel < 3; channel++) {
        const from = 4 * (row * stride + column) + channel;
        rows[at++] = data.readUInt8(from) - (column === x ? 0 : data.readUInt8(from - 4));
      }
    }
  }
  return deflateSync(rows, { level: 9 });
}

/** The least rectangle around all changes; one pixel if nothing changed. */
function changedArea(before: PNG, after: PNG): Area {
  let [left, top, right, bottom] = [after.width, after.height, 0, 0];
  for (let row = 0; row < after.height; row++) {
    for (let column = 0; column < after.width; column++) {
      const at = 4 * (row * after.width + column);
      if (before.data.readUInt32BE(at) === after.data.readUInt32BE(at)) continue;
      [left, top, right, bottom] = [Math.min(left, column), Math.min(top, row), Math.max(right, column + 1), row + 1];
    }
  }
  if (right === 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}
