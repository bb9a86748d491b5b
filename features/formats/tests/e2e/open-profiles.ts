import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dropFile } from '../../../../tests/e2e/harness/drop-file.ts';
import { LaglensPanel } from '../../../../tests/e2e/harness/laglens-panel.ts';
import { step } from '../../../../tests/e2e/harness/step.ts';
import type { WindowTest } from '../../../../tests/e2e/windows/shared-window.ts';
import type { ShopWindow } from '../../../../tests/e2e/windows/shop-window.ts';
import { tarOf, zipOf } from '../../../../tests/fixtures/made-archives.ts';

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

export const profiles: WindowTest<ShopWindow> = {
  name: 'profiles of other tools open by a double click, or by the Explorer’s menu, with a report of what was assumed',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { workspace } }) {
    await writeFile(join(workspace, 'stacks.folded'), '[main tid=1];a;b 30\n[main tid=1];a 3\n');
    await writeFile(join(workspace, 'cart.json'), JSON.stringify(speedscope));
    await writeFile(join(workspace, 'notes.txt'), 'no profile\n');
    const { page } = workbench;
    const inExplorer = (name: string) => page.locator('.explorer-viewlet .monaco-list-row', { hasText: name });

    await step(t, 'a file with an ending of its own opens as a session', async () => {
      await workbench.openFile('stacks.folded');
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.warning('Imported from stacks.folded, folded stacks.').waitFor();
      await panel.warning('Counts are samples, one each 10 ms').waitFor({ state: 'attached' });
      // Counts have no times: they are summed, without a time axis and a list of lags.
      const { frame } = panel;
      await frame.getByRole('radio', { name: 'Aggregated', checked: true }).waitFor();
      assert.equal(await frame.getByRole('radio', { name: 'Over time' }).count(), 0);
      assert.equal(await frame.locator('.timeline-panel, .side, .splitter').filter({ visible: true }).count(), 0);
      assert.equal(await panel.phase.textContent(), 'Recorded');
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
  },
};

const stacks = '[main tid=1];a;b 30\n[main tid=1];a 3\n';

export const containers: WindowTest<ShopWindow> = {
  name: 'one of several files in a zip or tar is chosen from a list, however the container is opened',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { workspace } }) {
    const files = { 'logs/stacks.txt': stacks, 'in.tar': tarOf({ 'cart.json': JSON.stringify(speedscope) }), 'notes.md': 'words' };
    const sample = await readFile(fileURLToPath(new URL('../../../../media/sample/shop.laglens', import.meta.url)));
    await writeFile(join(workspace, 'several.zip'), zipOf({ ...files, 'shop.laglens': sample }));
    await writeFile(join(workspace, 'several.tgz'), gzipSync(tarOf(files)));
    await writeFile(join(workspace, 'more.tar'), tarOf(files));
    const { page, quickInput } = workbench;
    const opened = async (warning: string): Promise<void> => {
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.warning(warning).waitFor();
    };

    // First: its command waits until VS Code knows the editors of extensions, which a drop would not.
    await step(t, '“Open Session…” of a zip lists its files, and those of a tar in it', async () => {
      await quickInput.chooseAfter(async () => {
        await workbench.chooseBy('Laglens: Open Session…', 'Browse…');
        await quickInput.answer(join(workspace, 'several.zip'), /\//);
        await quickInput.row('cart.json').waitFor();
        assert.deepEqual(await quickInput.rows(), ['stacks.txtlogs folded stacks', 'cart.jsonin.tar speedscope', 'shop.laglens session']);
      }, 'cart.json');
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.lags('Cart.total').waitFor();
      await opened('Imported from cart.json in several.zip!/in.tar, speedscope.');
    });

    await step(t, 'closed without a choice it says so, and asks again when opened: a session opens as it was recorded', async () => {
      await workbench.closeAllEditors();
      await workbench.runCommand('File: Focus on Files Explorer');
      const row = page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'several.zip' });
      await workbench.chooseInMenu(row, 'Open with Laglens');
      await quickInput.row('shop.laglens').waitFor();
      await quickInput.dismiss();
      const frame = await workbench.webview('#page');
      await frame.getByText('none was chosen').first().waitFor();
      const openAgain = async (): Promise<void> => {
        await workbench.closeAllEditors();
        await workbench.runCommand('File: Focus on Files Explorer');
        await workbench.chooseInMenu(row, 'Open with Laglens');
      };
      await quickInput.chooseAfter(openAgain, 'shop.laglens');
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.lags('').first().waitFor();
    });

    await step(t, 'a dropped .tgz whose editor is Laglens', async () => {
      await workbench.closeAllEditors();
      await dropFile(workbench, 'several.tgz');
      await workbench.chooseBy('View: Reopen Editor With...', 'Laglens', 'stacks.txt');
      await opened('Imported from stacks.txt in several.tgz, folded stacks.');
    });

    await step(t, 'a .tar by the Explorer’s menu', async () => {
      await quickInput.chooseAfter(async () => {
        await workbench.closeAllEditors();
        await workbench.runCommand('File: Focus on Files Explorer');
        await workbench.chooseInMenu(page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'more.tar' }), 'Open with Laglens');
      }, 'stacks.txt');
      await opened('Imported from stacks.txt in more.tar, folded stacks.');
    });
  },
};
