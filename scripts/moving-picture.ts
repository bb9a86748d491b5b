/** Takes media/screenshots/first-ten-seconds.png, an animated PNG of the sample session from its hints to a line. `node scripts/moving-picture.ts` */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaglensPanel } from '../tests/e2e/harness/laglens-panel.ts';
import { withVsCode } from '../tests/e2e/harness/vscode.ts';
import { animatedPng, type Frame } from './pictures/apng.ts';
import { withShopWorkspace } from './pictures/shop-workspace.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = join(root, 'media/screenshots/first-ten-seconds.png');
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const settings = { 'workbench.colorTheme': 'Default Dark Modern', 'editor.minimap.enabled': false, 'window.commandCenter': false };

await withShopWorkspace((workspace) =>
  withVsCode({ workspace, settings, width: 1366, height: 800, log }, async ({ workbench }) => {
    const frames: Frame[] = [];
    const take = async (shownMs: number): Promise<void> => void frames.push({ png: await workbench.page.screenshot(), shownMs });
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    const hint = panel.frame.locator('.coach-mark');
    await hint.filter({ hasText: '1 of 3' }).waitFor();
    await take(2500);
    await panel.selectLag('PriceHistory.load');
    await hint.filter({ hasText: '2 of 3' }).waitFor();
    await take(2500);
    await panel.selectFrame('PriceHistory.load');
    await hint.filter({ hasText: '3 of 3' }).waitFor();
    await take(2000);
    await panel.openFrame('PriceHistory.load');
    await workbench.page.locator('.tab[data-resource-name="PriceHistory.java"]').waitFor();
    await workbench.page.locator('.codelens-decoration').first().waitFor();
    await take(3000);
    await writeFile(path, animatedPng(frames));
    log(path);
  }),
);
