import { cp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildShop, shopSources } from '../../../../tests/demo-app/iphone/build-iphone-shop.ts';
import { dropFile } from '../../../../tests/e2e/harness/drop-file.ts';
import { LaglensPanel } from '../../../../tests/e2e/harness/laglens-panel.ts';
import { step } from '../../../../tests/e2e/harness/step.ts';
import type { Prepared, WindowTest } from '../../../../tests/e2e/windows/shared-window.ts';
import { type ShopWindow, shopWindow } from '../../../../tests/e2e/windows/shop-window.ts';
import { fieldFilesIn } from '../demo-app/field-files.ts';

const FUNCTION = 'cart_item_count';

interface FieldWindow extends ShopWindow {
  /** Of the function in its source. */
  readonly line: number;
}

/** With a build, its sources, and files whose frames are addresses in it: VS Code looks for builds when it starts. */
export async function fieldWindow(): Promise<Prepared<FieldWindow>> {
  const prepared = await shopWindow();
  const { workspace } = prepared.given;
  const shop = await buildShop('device');
  const { line, files } = fieldFilesIn(FUNCTION, shop.dsym);
  await cp(shopSources, workspace, { recursive: true });
  await cp(shop.dsym, join(workspace, 'build', 'Debug-iphoneos', basename(shop.dsym)), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(workspace, name), content);
  return { ...prepared, given: { workspace, line } };
}

export const fieldFiles: WindowTest<FieldWindow> = {
  name: 'frames of files from the field, which have addresses only, lead to the lines of the workspace’s build',
  width: 1400,
  height: 900,
  async run(t, { workbench, given: { workspace, line } }) {
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
      await workbench.chooseBy('Laglens: Open Session…', 'Browse…');
      await quickInput.answer(join(workspace, 'metrickit.json'), /\//);
      await goToLine('metrickit.json');
    });

    await step(t, 'a Perfetto trace that is dropped on the editors opens by itself', async () => {
      await dropFile(workbench, 'shop.perfetto-trace');
      await goToLine('shop.perfetto-trace');
    });

    await step(t, 'a dropped Matrix report is text, until its editor is chosen', async () => {
      await dropFile(workbench, 'matrix.json');
      await workbench.chooseBy('View: Reopen Editor With...', 'Laglens');
      await goToLine('matrix.json');
    });
  },
};
