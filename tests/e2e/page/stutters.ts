import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { sessionBytes } from '../../core/memory-session.ts';
import { deadlockedThreads, stutteringShop } from '../../core/stuttering-shop.ts';
import { eventually } from '../harness/eventually.ts';
import { step } from '../harness/step.ts';
import type { PageTest } from '../windows/page-alone.ts';

/** Of what follows at once; a busy machine takes seconds. */
const STEP_MS = 20_000;
const laptop = { width: 1366, height: 800 };
/** True for a row's text of a stutter without room for longer numbers. */
const isCut = `(() => {
  const why = document.querySelector('.lag.stutter .why');
  const { textContent } = why;
  why.textContent = 'Stutter · 20 frames dropped, 37 late by up to 57 ms';
  const isCut = why.scrollWidth > why.clientWidth;
  why.textContent = textContent;
  return isCut;
})()`;

export const stutters: PageTest = {
  name: 'the page alone, in a browser: stutters, screens, messages by handler, and causes that are read whole',
  ...laptop,
  async run(t, { page, open }) {
    page.setDefaultTimeout(STEP_MS);
    await open(await sessionBytes(stutteringShop()));
    const lags = page.locator('li.lag:not(.stutter)');
    const lag = (name: string) => page.locator('li.lag', { hasText: name });
    const stutter = page.locator('li.lag.stutter');
    const range = page.locator('.ruler-range');

    await step(t, 'a stutter has a row beside the lags, and is counted as none', async () => {
      await stutter.locator('.why', { hasText: /^Stutter · 40 frames dropped, 20 late by up to 40 ms$/ }).waitFor();
      await stutter.locator('.culprit', { hasText: 'FeedActivity.bindRow' }).waitFor();
      assert.equal(await page.evaluate<boolean>(isCut), false, 'numbers of two digits are read whole');
      await page.getByRole('radio', { name: 'Lags 3', exact: true }).waitFor();
    });

    await step(t, 'a selected one is summed up, and its time leads back to it', async () => {
      await stutter.click();
      const summary = page.getByRole('region', { name: 'Stutter' });
      // Each of the twenty took three periods of 20 ms.
      await summary.getByText('60 frames due, 20 shown, 40 dropped').waitFor();
      await summary.getByText('16.7 FPS').waitFor();
      await summary.getByRole('button', { name: 'FeedActivity.bindRow' }).waitFor();
      await page.getByRole('button', { name: 'Details' }).click();
      await summary.getByText('on FeedActivity').waitFor();
      await page.getByRole('button', { name: 'Details' }).click();
      const isZoomed = () => page.evaluate<boolean>(`decodeURIComponent(location.hash).includes('"fromX"')`);
      await page.locator('.flame').first().press('+');
      await eventually(isZoomed, (zoomed) => assert.ok(zoomed, 'the view over time did not zoom'));
      await summary.getByRole('button', { name: /^0:01\.02 – 0:02\.\d\d$/ }).click();
      await eventually(isZoomed, (zoomed) => assert.ok(!zoomed, 'its time is not shown whole'));
      await lag('ImageDecoder.decode').click();
      await summary.waitFor({ state: 'hidden' });
    });

    await step(t, 'the bar of screens lists those of lags, and filters stutters, too', async () => {
      const screens = page.getByRole('combobox', { name: 'Screen' });
      assert.deepEqual(await screens.locator('option').allTextContents(), ['All screens', 'CheckoutActivity', 'FeedActivity']);
      await screens.selectOption('FeedActivity');
      await page.locator('.screen-bar', { hasText: '1 of 3 lags' }).waitFor();
      await eventually(
        async () => [await lags.count(), await stutter.count()],
        (shown) => assert.deepEqual(shown, [1, 1]),
      );
      await screens.selectOption('CheckoutActivity');
      await page.locator('.screen-bar', { hasText: '2 of 3 lags' }).waitFor();
      await eventually(
        async () => [await lags.count(), await stutter.count()],
        (shown) => assert.deepEqual(shown, [2, 0]),
      );
      await screens.selectOption('All screens');
      await stutter.waitFor();
    });

    await step(t, 'Shift+H sums main’s messages by handler, whose names end their lines between parts', async () => {
      const dialog = page.locator('dialog.messages[open]');
      await page.locator('.lags').press('Escape');
      await range.waitFor({ state: 'hidden' });
      await page.locator('.lags').press('H');
      await dialog.getByText('Whole session: 23 messages of the main thread').waitFor();
      const row = dialog.getByRole('row', { name: 'Choreographer$FrameDisplayEventReceiver what=0' });
      assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(0, 3), ['20', '900 ms', '45 ms']);
      for (const width of [laptop.width, 700, 500]) {
        await page.setViewportSize({ ...laptop, width });
        assert.deepEqual(await brokenParts(page), [], `at ${width} pixels`);
      }
      await page.setViewportSize(laptop);
      await row.getByRole('button', { name: '45 ms' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await range.filter({ hasText: '(45 ms)' }).waitFor();
      // The list is that of the message's time.
      await page.locator('.range-bar', { hasText: /^In range: [01] of 3 lags$/ }).waitFor();
      await page.locator('.lags').press('Escape');
      await range.waitFor({ state: 'hidden' });
    });

    await step(t, 'a row shows who holds its lock, and the cause of a lag without a core is whole', async () => {
      for (const width of [laptop.width, 900]) {
        await page.setViewportSize({ ...laptop, width });
        await eventually(
          () => page.evaluate(missingScript),
          (missing) => assert.equal(missing, '', `at ${width} pixels`),
          STEP_MS,
        );
      }
      await page.setViewportSize(laptop);
      assert.deepEqual(await page.evaluate(longCause), { why: true, frequency: false }, 'the cause of a group is cut last');
      await lag('ImageDecoder.decode').click();
      const cause = page.locator('.summary .cause');
      await cause
        .filter({ hasText: /^Main was ready, .*\. image-worker-1 and image-worker-2 ran\. Main was seen in ImageDecoder\.decode\.$/ })
        .waitFor();
      for (const width of [laptop.width, 1_100]) {
        await page.setViewportSize({ ...laptop, width });
        await eventually(
          () =>
            cause.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
              scrollWidth - clientWidth,
              scrollHeight - clientHeight,
            ]),
          (cut) => assert.deepEqual(cut, [0, 0], `at ${width} pixels`),
          STEP_MS,
        );
      }
      await page.setViewportSize(laptop);
    });

    await step(t, 'a cause names a setting as a link, and no owner of a lock is missed', async () => {
      await lag('SearchIndex.buildIndex').click();
      await page.locator('.summary').getByRole('button', { name: 'laglens.allocations' }).click();
      await page.locator('.shared-notice', { hasText: /laglens\.allocations$/ }).waitFor();
      assert.doesNotMatch((await page.locator('.warnings').textContent()) ?? '', /Lock owners/);
    });

    await step(t, 'no line of a deadlock’s sentences begins with a full stop', async () => {
      await open(await sessionBytes(deadlockedThreads()));
      await page.locator('.lags').press('T');
      await page.locator('dialog.moment[open] .deadlock').waitFor();
      assert.deepEqual(await page.evaluate(strayStops), []);
    });
  },
};

/** Parts of handlers' names that take more than a line. */
function brokenParts(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('dialog.messages tbody th')].flatMap((cell) =>
    [...cell.childNodes].filter((part) => {
      if (part.nodeType !== 3 || part.data.includes(' ')) return false;
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getClientRects().length > 1;
    }).map((part) => part.data))`);
}

/** What of a row's culprit and of the thread's name in its cause is out of sight. */
const missingScript = `(() => {
  const row = [...document.querySelectorAll('li.lag')].find((each) => each.textContent.includes('CartRepository.itemCount'));
  const culprit = row.querySelector('.culprit');
  const why = row.querySelector('.why');
  const range = document.createRange();
  range.setStart(why.firstChild, 0);
  range.setEnd(why.firstChild, why.textContent.indexOf('bg-db') + 'bg-db'.length);
  const isNamed = range.getBoundingClientRect().right < why.getBoundingClientRect().right;
  return (culprit.scrollWidth > culprit.clientWidth ? culprit.textContent : '') + (isNamed ? '' : why.textContent);
})()`;

/** Texts of a row with a long cause that are read whole. */
const longCause = `(() => {
  const row = [...document.querySelectorAll('li.lag')].find((each) => each.textContent.includes('CartRepository.itemCount'));
  const parts = ['.why', '.frequency'].map((name) => row.querySelector(name));
  const texts = parts.map(({ textContent }) => textContent);
  parts[0].textContent = 'Hang · waits for cart-sync: pthread_mutex_lock';
  parts[1].textContent = '2 300× · 2,700/min';
  const isWhole = ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth;
  const [why, frequency] = parts.map(isWhole);
  for (const [at, part] of parts.entries()) part.textContent = texts[at];
  return { why, frequency };
})()`;

/** Of all widths of the dialog: links whose full stop or comma is on the line below. */
const strayStops = `(() => {
  const dialog = document.querySelector('dialog.moment');
  const links = [...dialog.querySelectorAll('button.link')].filter((link) => /^[.,]/.test(link.nextSibling?.textContent));
  if (links.length === 0) return ['no link'];
  const stray = [];
  for (let width = 560; width <= 1080; width++) {
    dialog.style.width = width + 'px';
    for (const link of links) {
      const range = document.createRange();
      range.setStart(link.nextSibling.firstChild, 0);
      range.setEnd(link.nextSibling.firstChild, 1);
      const box = link.getBoundingClientRect();
      if (range.getBoundingClientRect().top > (box.top + box.bottom) / 2) stray.push(link.textContent + ' at ' + width);
    }
  }
  return stray;
})()`;
