import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { openSearch, showView, VIEW_KEYS, waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

export const toolbar: WindowTest<ShopWindow> = {
  name: 'no text of the view’s bars is cut with a thread, a range, a comparison and a search, on a laptop and half of it',
  width: 1366,
  height: 768,
  async run(t, { workbench }) {
    const { page } = workbench;
    const { frame } = await LaglensPanel.openSample(workbench);
    await frame.getByRole('combobox', { name: 'Thread' }).selectOption({ label: 'bg-db' });
    const box = await frame.locator('.timeline').boundingBox();
    assert.ok(box);
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(box.x + box.width * from, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + 60, { steps: 4 });
      await page.mouse.up();
    };
    // It holds the lock of the second lag, at 3.6 of 28 s, and of the last.
    await drag(0.1, 0.3);
    await frame.locator('.range-bar').waitFor();
    await page.keyboard.down('Shift');
    await drag(0.9, 0.99);
    await page.keyboard.up('Shift');
    await frame.locator('.compare-bar .side-b').waitFor();
    for (const search of ['', 'cart', '(']) {
      await openSearch(page, frame);
      await page.keyboard.type(search);
      if (search !== '') await frame.locator('.search-field .matched:not(:empty)').waitFor({ state: 'attached' });
      await frame.locator('.lags').focus();
      for (const width of [1366, 1024]) {
        for (const isBarShown of [true, false]) {
          await step(t, `“${search}”, ${width} pixels, ${isBarShown ? 'with' : 'without'} VS Code’s side bar`, async () => {
            await page.setViewportSize({ width, height: 768 });
            if (!isBarShown) await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
            await frame.locator('.lags').focus();
            await waitForFocus(frame);
            for (const key of VIEW_KEYS) {
              await showView(page, frame, key);
              await eventually(
                () => cutTexts(frame),
                (cut) => assert.deepEqual(cut, [], `view ${key}`),
                15_000,
              );
            }
            if (!isBarShown) await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
          });
        }
      }
      await frame.locator('.lags').focus();
      await waitForFocus(frame);
      await openSearch(page, frame);
      await page.keyboard.press('Escape');
    }
  },
};

async function cutTexts(frame: Frame): Promise<readonly string[]> {
  const cut: unknown = await frame.evaluate(cutScript);
  assert.ok(Array.isArray(cut));
  return cut.map(String);
}

/** Texts of which a part is outside a box that clips it or outside the page, also those that boxes choose or ask for. */
const cutScript = `(() => {
  const cut = [];
  const isSeen = (node) => node.checkVisibility() && getComputedStyle(node).clipPath === 'none';
  const inner = document.createElement('canvas').getContext('2d');
  for (const bar of document.querySelectorAll('.main > .bar, .compare-bar')) {
    for (const node of bar.querySelectorAll('*')) {
      if (!isSeen(node) || node.closest('option') !== null) continue;
      if (node.matches('select, input')) {
        const style = getComputedStyle(node);
        if (style.opacity === '0') continue;
        inner.font = style.font;
        const words = node.matches('select') ? node.selectedOptions[0].label : node.value || node.placeholder;
        // The arrow of a select takes 16 pixels and more.
        const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (node.matches('select') ? 16 : 0);
        if (inner.measureText(words).width > room) cut.push(words + ' in ' + Math.round(room) + ' pixels');
      }
      for (const text of node.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.data.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right } = range.getBoundingClientRect();
        for (let box = node; box !== bar.parentElement; box = box.parentElement) {
          if (getComputedStyle(box).overflowX === 'visible') continue;
          const around = box.getBoundingClientRect();
          if (left < around.left - 0.5 || right > around.right + 0.5) cut.push(text.data + ' in ' + box.className);
        }
        if (left < 0 || right > innerWidth) cut.push(text.data + ' beyond the page');
      }
      if (node.matches('button, select, label') && node.getBoundingClientRect().right > bar.getBoundingClientRect().right + 0.5)
        cut.push((node.getAttribute('aria-label') ?? node.textContent) + ' beyond its bar');
    }
  }
  return cut;
})()`;
