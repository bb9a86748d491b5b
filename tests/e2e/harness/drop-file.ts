import type { Locator } from 'playwright-core';
import { retryAction } from './retry-action.ts';
import type { Workbench } from './workbench.ts';

/** Drags a file's row from the Explorer to the middle of the editors, and waits for its tab; again if VS Code missed it. */
export async function dropFile(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  const row = page.locator('.explorer-viewlet .monaco-list-row', { hasText: name });
  const overlay = page.locator('#monaco-workbench-editor-drop-overlay');
  await workbench.runCommand('File: Focus on Files Explorer');
  await retryAction(async (timeout) => {
    const { x, y } = await middleOf(page.locator('.editor-group-container').first());
    await row.hover({ timeout });
    await page.mouse.down();
    try {
      await page.mouse.move(x - 20, y, { steps: 5 });
      // It takes the drop once it lies over the editors.
      await overlay.waitFor({ timeout });
      await page.mouse.move(x, y, { steps: 2 });
    } finally {
      await page.mouse.up();
    }
    await workbench.activeTab(name).waitFor({ timeout });
  });
}

async function middleOf(shown: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error(`${shown} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
