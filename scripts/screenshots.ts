/**
 * Takes media/screenshots/{dark,light,high-contrast}.png: the sample session in VS Code, a lag selected, its source opened beside.
 * `node scripts/screenshots.ts`
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/e2e/harness/browser.ts';
import { startCodeServer } from '../tests/e2e/harness/code-server.ts';
import { LaglensPanel } from '../tests/e2e/harness/laglens-panel.ts';
import { Workbench } from '../tests/e2e/harness/workbench.ts';
import { buildVsix } from './setup/vsix.ts';

/** Drags the border between the two editor groups to the right. */
async function widenFirstGroup(page: Page): Promise<void> {
  const second = await page.locator('.editor-group-container').nth(1).boundingBox();
  if (second === null) throw new Error('The source did not open beside');
  const y = second.y + second.height / 2;
  await page.mouse.move(second.x, y);
  await page.mouse.down();
  await page.mouse.move(second.x + 270, y, { steps: 8 });
  await page.mouse.up();
}

const root = fileURLToPath(new URL('..', import.meta.url));
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', 'high-contrast': 'Default High Contrast' } as const;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const vsix = await buildVsix(say);
for (const [name, theme] of Object.entries(themes)) {
  const settings = {
    'workbench.colorTheme': theme,
    'breadcrumbs.enabled': false,
    'editor.minimap.enabled': false,
    'window.commandCenter': false,
    'workbench.layoutControl.enabled': false,
  };
  const server = await startCodeServer({ workspace: join(root, 'tests/demo-app/shop'), vsix, settings, log: say });
  const browser = await openBrowser({ width: 1600, height: 900 });
  try {
    const workbench = await Workbench.open(browser.page, server.url);
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench);
    await panel.selectLag('PriceHistory.load');
    await panel.clickFrame('PriceHistory.load');
    await browser.page.locator('.tab[data-resource-name="PriceHistory.java"]').waitFor();
    await widenFirstGroup(browser.page);
    // Away from the flame graph, whose tooltip would hide half of it.
    await browser.page.mouse.move(0, 0);
    await panel.frame.locator('.tooltip').waitFor({ state: 'hidden' });
    const path = join(root, 'media/screenshots', `${name}.png`);
    await browser.page.screenshot({ path });
    say(path);
  } finally {
    await browser.close();
    await server.stop();
  }
}
