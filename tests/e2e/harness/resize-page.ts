import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Gives the page, not the window, this width. */
export async function resizePage(page: Page, frame: Frame, width: number): Promise<void> {
  await eventually(
    async () => {
      const has = Number(await frame.evaluate('innerWidth'));
      const { width: window, height } = page.viewportSize() ?? { width: 0, height: 0 };
      if (has !== width) await page.setViewportSize({ width: window + width - has, height });
      return has;
    },
    (has) => assert.equal(has, width),
  );
}
