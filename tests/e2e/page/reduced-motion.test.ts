import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordMain } from '../../../bench/support/bench-session.ts';
import { bundleOf, LonePage, mostOf, type PageBundle } from '../../../bench/support/lone-page.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';

// The page of the .vsix alone in Chromium, while a capture goes on: then more of it moves than at any other time.

let browser: Browser;
let bundle: PageBundle;

before(async () => {
  bundle = await bundleOf(await buildVsix(() => undefined));
  browser = await openBrowser();
});

after(() => browser.close());

/** Elements that move by themselves, on opening threads or zooming; and smooth scrolling. */
async function moving(reducedMotion: 'reduce' | 'no-preference'): Promise<{ animated: readonly string[]; smooth: number }> {
  const { page } = browser;
  await page.emulateMedia({ reducedMotion });
  const lone = await LonePage.open(page, bundle);
  const recording = await recordMain(20_000);
  await lone.follow(recording, mostOf(recording), 100);
  await page.locator('.phase[data-phase="recording"]').waitFor();
  await page.locator('.flame').first().focus();
  const found: unknown = await page.evaluate(`(async () => {
    const names = new Set();
    const look = () => {
      for (const animation of document.getAnimations()) names.add(animation.animationName ?? animation.transitionProperty);
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    look();
    document.querySelector('.timeline-bar .disclosure[aria-expanded]').click();
    for (const key of ['+', '+', '-', 'z']) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      // What begins in the first frame may be over when the second one comes.
      for (let more = 0; more < 2; more++) {
        await frame();
        look();
      }
    }
    const smooth = [...document.querySelectorAll('*')].filter((node) => getComputedStyle(node).scrollBehavior === 'smooth');
    return { animated: [...names].sort(), smooth: smooth.length };
  })()`);
  const { animated, smooth } = Object(found);
  assert.ok(Array.isArray(animated));
  return { animated: animated.map(String), smooth: Number(smooth) };
}

test('where motion is reduced nothing moves by itself, and nothing scrolls smoothly', async () => {
  assert.deepEqual(await moving('reduce'), { animated: [], smooth: 0 });
});

test('elsewhere the sign of a capture pulses, and the arrow before the threads turns', async () => {
  assert.deepEqual(await moving('no-preference'), { animated: ['pulse', 'transform'], smooth: 0 });
});
