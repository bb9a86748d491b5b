import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { FOLDER_SCHEME, folderExtension } from '../harness/folder-extension.ts';
import { lens, waitForLine } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog } from '../harness/page-keys.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { builtElsewhere } from './elsewhere-built.ts';

const MAPPING = 'shop/app/build/outputs/mapping/release/mapping.txt';
const LIBRARY = 'shop/app/build/intermediates/merged_native_libs/release/out/lib/x86_64/libcart.so';

test('a folder that only VS Code reads, as in a remote window, names a session by builds that are copied once, and has its sources', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-rb-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const built = await builtElsewhere(folder);
  const other = join(folder, 'other');
  const put = async (name: string, path: string): Promise<void> => {
    await mkdir(dirname(join(other, path)), { recursive: true });
    await cp(join(built.build, name), join(other, path));
  };
  await put('libcart.so', LIBRARY);
  await cp(built.sources, join(other, 'shop'), { recursive: true });
  await cp(built.session, join(other, 'shop', 'elsewhere.laglens'));
  // VS Code's search waits without an end where no folder can be searched.
  const folders = [{ uri: `${FOLDER_SCHEME}:/shop`, name: 'shop' }];
  await writeFile(join(folder, 'all.code-workspace'), JSON.stringify({ folders }));
  const extension = await folderExtension();
  t.after(() => rm(dirname(extension), { recursive: true, force: true }));
  const readPaths = async (): Promise<readonly string[]> => {
    const log = await readFile(join(other, 'log'), 'utf8').catch(() => '');
    return log.split('\n').filter((line) => /\.(?:so|txt)$/.test(line));
  };

  const options = { workspace: join(folder, 'all.code-workspace'), moreExtensions: [extension], env: { OTHER_COMPUTER: other } };
  await inVsCode(t, { ...options, width: 1400, height: 900 }, async ({ workbench }) => {
    const { page } = workbench;
    const openSession = async (): Promise<void> => {
      await workbench.runCommand('View: Show Explorer');
      const row = page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'elsewhere.laglens' });
      await retryAction(async (timeout) => {
        await row.dblclick({ timeout });
        await page.locator('.tab.active[data-resource-name="elsewhere.laglens"]').first().waitFor({ timeout });
      });
    };
    const dialogOf = (panel: LaglensPanel) => panel.frame.locator('dialog.symbols');

    await step(t, 'the library’s addresses get their names, the classes have no mapping yet', async () => {
      await openSession();
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await workbench.runCommand('Laglens: Show Symbols');
      const library = dialogOf(panel).locator('tbody tr', { hasText: 'libcart.so' });
      await library.getByText('Exact', { exact: true }).waitFor();
      assert.deepEqual(await readPaths(), [`read /${LIBRARY}`]);
    });

    await step(t, 'a mapping that is built there later is found by a further search, which reads nothing else again', async () => {
      await put('mapping.txt', MAPPING);
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await dialogOf(panel).getByRole('button', { name: 'Retry' }).click();
      const classes = dialogOf(panel).locator('tbody tr', { hasText: 'Classes of the app' });
      await classes.getByText('Exact', { exact: true }).waitFor();
      await closeDialog(page, panel.frame);
      await panel.lags('Feed.bind').first().waitFor();
      assert.deepEqual(await readPaths(), [`read /${LIBRARY}`, `read /${MAPPING}`]);
    });

    await step(t, 'another opening reads only the copies', async () => {
      await workbench.closeAllEditors();
      await openSession();
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.lags('Feed.bind').first().waitFor();
      await eventually(readPaths, (paths) => assert.equal(paths.length, 2));
    });

    await step(t, 'a frame opens at its line there, with the costs of lines', async () => {
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.openFrame('cart_total');
      await workbench.waitForCursor('cart.c', built.total.line);
      assert.match(await readFile(join(other, 'log'), 'utf8'), /^read \/shop\/jni\/cart\.c$/m);
      await waitForLine(page, built.total.line, /ms/);
      await lens(page, 'Laglens: elsewhere').waitFor();
      await panel.openFrame('price_of');
      await workbench.waitForCursor('price.c', built.price.line);
    });
  });
});
