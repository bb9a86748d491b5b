import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

const kept = join(import.meta.dirname, 'references');
/** Folder of differing images, with the differences. */
const failures = join(tmpdir(), 'laglens-pictures');
/** Equal colours, from 0 to 1: programs round by one or two of 255. */
const SAME_COLOUR = 0.02;
/** A box of the smallest row, moved by one pixel, makes twice as many. */
const FEW_PIXELS = 16;

/** Compares an image with the reference; `RENEW_PICTURES=1` replaces that. @throws AssertionError that names both and their difference */
export async function assertMatchesReference(name: string, image: Buffer): Promise<void> {
  const path = join(kept, `${name}.png`);
  const actual = PNG.sync.read(image);
  if (process.env.RENEW_PICTURES === '1') {
    await mkdir(kept, { recursive: true });
    await writeFile(path, PNG.sync.write(actual, { colorType: 2, deflateLevel: 9 }));
    return;
  }
  const expected = PNG.sync.read(await readFile(path));
  const { width, height } = expected;
  const isSameSize = actual.width === width && actual.height === height;
  const difference = new PNG({ width, height });
  const pixels = isSameSize
    ? pixelmatch(expected.data, actual.data, difference.data, width, height, { threshold: SAME_COLOUR })
    : Number.POSITIVE_INFINITY;
  if (pixels <= FEW_PIXELS) return;
  await mkdir(failures, { recursive: true });
  await writeFile(join(failures, `${name}-actual.png`), image);
  if (isSameSize) await writeFile(join(failures, `${name}-difference.png`), PNG.sync.write(difference));
  const what = isSameSize ? `${pixels} pixels differ` : `${actual.width}x${actual.height} instead of ${width}x${height}`;
  assert.fail(`${name} is not as kept in tests/pictures/references: ${what}. What was drawn, and the difference: ${failures}`);
}
