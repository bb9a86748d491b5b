/**
 * Takes media/screenshots/{dark,light,high-contrast}-{time,aggregated,sandwich,table}.webp: the sample session in four views, the first
 * with a selected lag and its source. `node scripts/screenshots.ts [THEME…]`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openBrowser } from '../tests/e2e/harness/browser.ts';
import { LaglensPanel } from '../tests/e2e/harness/laglens-panel.ts';
import { startCodeServer } from '../tests/e2e/harness/start-code-server.ts';
import { Workbench } from '../tests/e2e/harness/workbench.ts';
import { buildVsix } from './setup/vsix.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'media/screenshots');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', 'high-contrast': 'Default High Contrast' } as const;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const vsix = await buildVsix(say);
await mkdir(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, theme] of Object.entries(themes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const settings = {
    'workbench.colorTheme': theme,
    'breadcrumbs.enabled': false,
    'editor.minimap.enabled': false,
    'window.commandCenter': false,
    'workbench.layoutControl.enabled': false,
    'workbench.activityBar.location': 'hidden',
  };
  const server = await startCodeServer({ workspace: join(root, 'tests/demo-app/shop'), vsix, settings, log: say });
  const browser = await openBrowser({ width: 1440, height: 810 });
  try {
    const workbench = await Workbench.open(browser.page, server.url);
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const panel = await LaglensPanel.openSample(workbench);
    await panel.lags().first().waitFor();
    await shootSummedViews(browser.page, panel, name);
    await shootWithSource(browser.page, panel, name);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function shootSummedViews(page: Page, { frame }: LaglensPanel, theme: string): Promise<void> {
  const mode = async (key: string): Promise<void> => {
    await frame.locator('.lags').focus();
    await page.keyboard.press(key);
    await frame
      .getByRole('radio')
      .nth(Number(key) - 1)
      .and(frame.locator('[aria-checked="true"]'))
      .waitFor();
  };
  const table = frame.locator('.view-body > .table');
  await mode('2');
  await shoot(page, `${theme}-aggregated`);
  await mode('4');
  await page.keyboard.press('i');
  await table.locator('[role="row"]', { hasText: 'ImageDecoder.decode' }).waitFor();
  await table.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await shoot(page, `${theme}-table`);
  await page.keyboard.press('s');
  await frame.getByRole('heading', { name: 'Who calls ImageDecoder.decode' }).waitFor();
  await shoot(page, `${theme}-sandwich`);
  await mode('1');
}

/** A lag over time, beside its source with line costs. */
async function shootWithSource(page: Page, panel: LaglensPanel, theme: string): Promise<void> {
  await panel.selectLag('PriceHistory.load');
  await panel.openFrame('PriceHistory.load');
  await page.locator('.tab[data-resource-name="PriceHistory.java"]').waitFor();
  await widenFirstGroup(page);
  await page.locator('.codelens-decoration').first().waitFor();
  // Away from the flame graph, which its tooltip would hide.
  await page.mouse.move(0, 0);
  await panel.frame.locator('.tooltip').waitFor({ state: 'hidden' });
  await shoot(page, `${theme}-time`);
}

/** Lossless WebP, written by a browser: 60 % of a PNG. */
async function shoot(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const webp: unknown = await blank.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 1);
  })()`);
  await blank.close();
  const path = join(folder, `${name}.webp`);
  await writeFile(path, Buffer.from(String(webp).replace(/^.*,/, ''), 'base64'));
  say(path);
}

/** Drags the border between the two editor groups to the right. */
async function widenFirstGroup(page: Page): Promise<void> {
  const second = await page.locator('.editor-group-container').nth(1).boundingBox();
  if (second === null) throw new Error('The source did not open beside');
  const y = second.y + second.height / 2;
  await page.mouse.move(second.x, y);
  await page.mouse.down();
  await page.mouse.move(second.x + 230, y, { steps: 8 });
  await page.mouse.up();
}
