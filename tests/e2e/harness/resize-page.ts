import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Gives the page, not the window, this width, and a height if one is given. */
export async function resizePage(page: Page, frame: Frame, width: number, height?: number): Promise<void> {
  await eventually(
    async () => {
      const has: unknown = await frame.evaluate('({ width: innerWidth, height: innerHeight })');
      const { width: hasWidth, height: hasHeight } = Object(has);
      const window = page.viewportSize() ?? { width: 0, height: 0 };
      const [right, down] = [width - hasWidth, (height ?? hasHeight) - hasHeight];
      if (right !== 0 || down !== 0) await page.setViewportSize({ width: window.width + right, height: window.height + down });
      return [right, down];
    },
    (missing) => assert.deepEqual(missing, [0, 0]),
  );
}
