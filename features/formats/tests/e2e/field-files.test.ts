import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { buildShop, shopSources } from '../../../../tests/demo-app/iphone/build-iphone-shop.ts';
import { dropFile } from '../../../../tests/e2e/harness/drop-file.ts';
import { LaglensPanel } from '../../../../tests/e2e/harness/laglens-panel.ts';
import { step } from '../../../../tests/e2e/harness/step.ts';
import { inVsCode } from '../../../../tests/e2e/harness/vscode.ts';
import { fieldFilesIn } from '../demo-app/field-files.ts';

const FUNCTION = 'cart_item_count';

test('frames of files from the field, which have addresses only, lead to the lines of the workspace’s build', async (t) => {
  const shop = await buildShop('device', (line) => t.diagnostic(line));
  const { line, files } = fieldFilesIn(FUNCTION, shop.dsym);
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-field-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  await cp(shopSources, workspace, { recursive: true });
  await cp(shop.dsym, join(workspace, 'build', 'Debug-iphoneos', basename(shop.dsym)), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(workspace, name), content);

  await inVsCode(t, { workspace, width: 1400, height: 900 }, async ({ workbench }) => {
    const { quickInput } = workbench;
    const goToLine = async (imported: string): Promise<void> => {
      const panel = await LaglensPanel.find(workbench, 'recorded');
      await panel.warning(`Imported from ${imported}`).waitFor();
      await panel.openFrame(FUNCTION);
      await workbench.waitForCursor('cart.c', line);
      await workbench.closeAllEditors();
    };

    // First: its command waits until VS Code knows the editors of extensions, which a drop would not.
    await step(t, 'a MetricKit file opens by its path', async () => {
      await workbench.runCommand('Laglens: Open Session…');
      await quickInput.choose('Browse…');
      await quickInput.answer(join(workspace, 'metrickit.json'), /\//);
      await goToLine('metrickit.json');
    });

    await step(t, 'a Perfetto trace that is dropped on the editors opens by itself', async () => {
      await dropFile(workbench, 'shop.perfetto-trace');
      await goToLine('shop.perfetto-trace');
    });

    await step(t, 'a dropped Matrix report is text, until its editor is chosen', async () => {
      await dropFile(workbench, 'matrix.json');
      await workbench.runCommand('View: Reopen Editor With...');
      await quickInput.choose('Laglens');
      await goToLine('matrix.json');
    });
  });
});
