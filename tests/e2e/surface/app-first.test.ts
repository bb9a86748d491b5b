import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { usualVsCode } from '../harness/vscode-age.ts';

const workspace = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));

test('the app comes first: in tracks', async (t) => {
  await inVsCode(t, { vscode: usualVsCode, workspace, width: 1366, height: 768 }, async ({ workbench }) => {
    const { page } = workbench;
    const { frame } = await LaglensPanel.openSample(workbench);
    const tracks = frame.getByRole('listbox', { name: /^Tracks/ });

    await step(t, 'the tracks open with main and three other threads in view', async () => {
      await frame.locator('.disclosure', { hasText: 'Tracks' }).click();
      await eventually(
        () => seenRows(frame),
        (rows) => assert.ok(rows[0] === 'main' && rows.length >= 4, rows.join()),
      );
      const [, ...others] = (await seenRows(frame)).slice(0, 4);
      for (const facts of ['Messages', 'Late frames', 'Screen', 'Queue', 'CPU', 'Memory', 'Heap'])
        assert.ok(!others.includes(facts), `${facts} is above the threads ${others.join()}`);
    });

    await step(t, 'keys and the pointer move the lower border, which stays', async () => {
      const border = frame.getByRole('separator', { name: 'Lower border of the tracks' });
      const usual = await heightOf(tracks);
      await border.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await isHigh(tracks, usual + 40);
      const box = await border.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 300, box.y);
      await page.mouse.down();
      await page.mouse.move(box.x + 300, box.y - 20, { steps: 4 });
      await page.mouse.up();
      await isHigh(tracks, usual + 20);
      await frame.locator('.lags').focus();
      await page.keyboard.press('t');
      await tracks.waitFor({ state: 'hidden' });
      await border.waitFor({ state: 'hidden' });
      await page.keyboard.press('t');
      await isHigh(tracks, usual + 20);
      await border.focus();
      await page.keyboard.press('Enter');
      await isHigh(tracks, usual);
    });
  });
});

/** Names of rows that are whole in the tracks' box. */
async function seenRows(frame: Frame): Promise<readonly string[]> {
  const seen = await frame.evaluate(`(() => {
    const { top, bottom } = document.querySelector('.tracks').getBoundingClientRect();
    const rows = [...document.querySelectorAll('.track')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    });
    return rows.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((row) => row.querySelector('.track-name').textContent);
  })()`);
  return Array.isArray(seen) ? seen.map(String) : [];
}

async function heightOf(node: Locator): Promise<number> {
  return (await node.boundingBox())?.height ?? 0;
}

async function isHigh(node: Locator, px: number): Promise<void> {
  await eventually(
    () => heightOf(node),
    (height) => assert.ok(Math.abs(height - px) <= 2, `${height} pixels, not ${px}`),
  );
}
