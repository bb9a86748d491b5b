import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { openBrowser } from '../../tests/e2e/harness/browser.ts';
import { animatedPng } from './apng.ts';

/** A black picture with one pixel of a colour. */
function picture(x: number, y: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const image = new PNG({ width: 5, height: 4 });
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255;
  image.data.set([red, green, blue], 4 * (y * 5 + x));
  return PNG.sync.write(image);
}

test('a browser shows the frames of an animated PNG, each for its time', async (t) => {
  const colours = [
    [255, 0, 0],
    [0, 254, 1],
    [7, 0, 255],
  ] as const;
  const frames = colours.map((colour, index) => ({ png: picture(index + 1, 2, colour), shownMs: 100 * (index + 1) }));
  const film = animatedPng([...frames, { png: picture(3, 2, [7, 0, 255]), shownMs: 400 }]).toString('base64');
  const browser = await openBrowser({ width: 300, height: 200 });
  t.after(() => browser.close());
  const { page } = browser;
  // ImageDecoder needs a secure context.
  await page.route('https://film/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('https://film/');
  const shown: unknown = await page.evaluate(`(async () => {
    const data = Uint8Array.from(atob('${film}'), (sign) => sign.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/png' });
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = [];
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = new OffscreenCanvas(5, 4);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, 5, 4);
      const lit = [];
      for (let at = 0; at < 20; at++) if (pixels[4 * at] + pixels[4 * at + 1] + pixels[4 * at + 2] > 0) lit.push([at % 5, Math.floor(at / 5), ...pixels.slice(4 * at, 4 * at + 3)]);
      frames.push({ ms: image.duration / 1000, lit });
    }
    return frames;
  })()`);
  const lit = colours.map((colour, index) => [[index + 1, 2, ...colour]]);
  assert.deepEqual(shown, [
    { ms: 100, lit: lit[0] },
    { ms: 200, lit: lit[1] },
    { ms: 300, lit: lit[2] },
    { ms: 400, lit: lit[2] },
  ]);
});
