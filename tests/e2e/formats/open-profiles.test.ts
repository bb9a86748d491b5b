import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';

/** Main works for 300 ms, and for 50 ms after a pause. */
const speedscope = {
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  profiles: [
    {
      ...{ type: 'sampled', name: 'main', unit: 'milliseconds', startValue: 0, endValue: 750 },
      samples: [[0, 1], [], [0]],
      weights: [300, 400, 50],
    },
  ],
  shared: { frames: [{ name: 'com.example.shop.Main.main' }, { name: 'com.example.shop.Cart.total' }] },
};

test('profiles of other tools open by a double click, or by the Explorer’s menu, with a report of what was assumed', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-profiles-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  await writeFile(join(workspace, 'stacks.folded'), '[main tid=1];a;b 30\n[main tid=1];a 3\n');
  await writeFile(join(workspace, 'cart.json'), JSON.stringify(speedscope));
  await writeFile(join(workspace, 'notes.txt'), 'no profile\n');
  await inVsCode(t, { workspace }, async ({ workbench }) => {
    const { page } = workbench;
    const inExplorer = (name: string) => page.locator('.explorer-viewlet .monaco-list-row', { hasText: name });

    await step(t, 'a file with an ending of its own opens as a session', async () => {
      await workbench.openFile('stacks.folded');
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.warning('Imported from stacks.folded, folded stacks.').waitFor();
      await panel.warning('Counts are samples, one each 10 ms').waitFor({ state: 'attached' });
    });

    await step(t, 'a .json file opens by the Explorer’s menu, with its lag', async () => {
      await workbench.closeAllEditors();
      await workbench.runCommand('File: Focus on Files Explorer');
      await workbench.chooseInMenu(inExplorer('cart.json'), 'Open with Laglens');
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.lags('Cart.total').waitFor();
      await panel.warning('Imported from cart.json, speedscope.').waitFor();
    });

    await step(t, 'a file that is no profile says what is read', async () => {
      await workbench.closeAllEditors();
      await workbench.runCommand('File: Focus on Files Explorer');
      await workbench.chooseInMenu(inExplorer('notes.txt'), 'Open with Laglens');
      const frame = await workbench.webview('#page');
      await frame.getByText('notes.txt is in no format that Laglens reads.').first().waitFor();
    });
  });
});
