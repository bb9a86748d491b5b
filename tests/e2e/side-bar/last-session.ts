import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

export const lastSession: WindowTest<ShopWindow> = {
  name: 'commands act on the session shown last while a source has the focus',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { workspace } }) {
    await copyFile(sample, join(workspace, 'before.laglens'));
    await copyFile(sample, join(workspace, 'after.laglens'));
    await writeFile(join(workspace, 'notes.txt'), 'a source\n');
    const { quickInput } = workbench;

    await step(t, 'a session hidden behind a source is copied, saved, and made the baseline', async () => {
      await workbench.openFile('before.laglens');
      await LaglensPanel.find(workbench, 'recorded');
      await workbench.openFile('notes.txt');
      for (const title of ['Share…', 'Save Session As…', 'Show Symbols', 'Show Capture']) {
        await quickInput.waitForCommand(`Laglens: ${title}`);
      }
      const text = await workbench.copied(async () => {
        await workbench.chooseBy('Laglens: Share…', 'Copy as Markdown');
        await workbench.waitForNotification('Copied as Markdown.');
      });
      assert.match(text, /^# `before`/);
      await workbench.openFile('notes.txt');
      await workbench.runCommand('Laglens: Set as Baseline');
      await workbench.waitForNotification(/Baseline set: before/);
    });
    await workbench.runCommand('Laglens: Clear Baseline');
  },
};
