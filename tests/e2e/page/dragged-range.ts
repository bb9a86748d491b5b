import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import type { PageTest } from '../windows/page-alone.ts';

export const draggedRange: PageTest = {
  name: 'the page alone: a range that was just dragged can be read, though the pointer rests at its end',
  width: 1366,
  height: 800,
  async run(_t, { page, open }) {
    await open();
    const box = await page.locator('.timeline').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width * 0.4, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.locator('.hover-time').waitFor();
    await page.mouse.up();
    await page.locator('.ruler-range.dragged').waitFor();
    const covered = () =>
      page.locator('.timeline').evaluate((timeline) => {
        const [label, time] = ['.ruler-range.dragged', '.hover-time'].map((part) => timeline.querySelector(part)?.getBoundingClientRect());
        if (label === undefined || time === undefined || time.width === 0) return 'not shown';
        return label.left < time.right && time.left < label.right && label.top < time.bottom && time.top < label.bottom;
      });
    await eventually(covered, (isCovered) => assert.equal(isCovered, false), 10_000);
  },
};
