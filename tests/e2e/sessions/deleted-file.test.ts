import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

test('a session file that is deleted while it is open', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-gone-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  const path = join(workspace, 'mine.laglens');
  await copyFile(sample, path);
  await writeFile(join(workspace, 'notes.txt'), 'notes\n');
  await inVsCode(t, { workspace }, async ({ workbench }) => {
    await workbench.openFile('mine.laglens');

    await step(t, 'stays on the screen and goes on being searched', async () => {
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.lag').first().waitFor();
      await rm(path);
      await waitForFocus(frame);
      await frame.locator('.lags').focus();
      await workbench.page.keyboard.press('j');
      await workbench.page.keyboard.press('4');
      await frame.locator('.view-body > .table [role="row"]', { hasText: 'CartRepository.itemCount' }).waitFor();
    });

    await step(t, 'and says that it is gone when it has to be read again', async () => {
      await workbench.openFile('notes.txt');
      await workbench.tabs('mine.laglens').click();
      const frame = await workbench.webview('.fatal');
      await frame.locator('.fatal', { hasText: 'mine.laglens cannot be opened' }).waitFor();
      await frame.locator('.fatal', { hasText: '[session-not-found]' }).waitFor();
    });
  });
});
