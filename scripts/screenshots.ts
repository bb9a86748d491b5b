/**
 * Takes media/screenshots/{dark,light,high-contrast}-{time,aggregated,sandwich,table}.webp: the sample session in four views, the first
 * with a selected lag and its source; dark-moment.webp, its threads at one moment; laptop.webp, 1366 x 800; and, of a recording made for
 * them, dark-{states,deadlock,messages}.webp.
 * `node scripts/screenshots.ts [dark|light|high-contrast|laptop|states …]`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { LaglensPanel } from '../tests/e2e/harness/laglens-panel.ts';
import { showView } from '../tests/e2e/harness/page-keys.ts';
import { withVsCode } from '../tests/e2e/harness/vscode.ts';
import { recordStates } from './pictures/record-states.ts';
import { withShopWorkspace } from './pictures/shop-workspace.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'media/screenshots');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', 'high-contrast': 'Default High Contrast' } as const;
const STATES = 'states.laglens';
/** Little of VS Code around the page. */
const bare = {
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.activityBar.location': 'hidden',
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);

await mkdir(folder, { recursive: true });
const wanted = process.argv.slice(2);
await withShopWorkspace(async (workspace) => {
  for (const [name, theme] of Object.entries(themes))
    if (wanted.length === 0 || wanted.includes(name)) await shootTheme(workspace, name, theme);
  if (wanted.length === 0 || wanted.includes('laptop')) await shootLaptop(workspace);
  if (wanted.length === 0 || wanted.includes('states')) await shootStates(workspace);
});

async function shootTheme(workspace: string, name: string, theme: string): Promise<void> {
  const settings = { 'workbench.colorTheme': theme, ...bare };
  await withVsCode({ workspace, settings, width: 1440, height: 810, log: say }, async ({ workbench }) => {
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const panel = await LaglensPanel.openSample(workbench);
    await panel.lags().first().waitFor();
    await shootSummedViews(workbench.page, panel, name);
    if (name === 'dark') await shootMoment(workbench.page, panel);
    await openSource(workbench.page, panel);
    await widenFirstGroup(workbench.page);
    await shoot(workbench.page, `${name}-time`);
  });
}

/** As on most screens: the Explorer is open, and nothing was arranged. */
async function shootLaptop(workspace: string): Promise<void> {
  const settings = { 'workbench.colorTheme': themes.dark };
  await withVsCode({ workspace, settings, width: 1366, height: 800, log: say }, async ({ workbench }) => {
    const panel = await LaglensPanel.openSample(workbench);
    await panel.lags().first().waitFor();
    await openSource(workbench.page, panel);
    await shoot(workbench.page, 'laptop');
  });
}

/** The states of main, all threads in a deadlock, and the messages. */
async function shootStates(workspace: string): Promise<void> {
  await recordStates(join(workspace, STATES), say);
  const settings = { 'workbench.colorTheme': themes.dark, ...bare };
  await withVsCode({ workspace, settings, width: 1440, height: 810, log: say }, async ({ workbench }) => {
    const { page } = workbench;
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.openFile(STATES);
    const panel = await LaglensPanel.find(workbench, 'recorded');
    const { frame } = panel;
    await panel.lags().first().waitFor();
    await frame.locator('.lags').focus();
    await page.keyboard.press('t');
    await frame.locator('.tracks canvas').waitFor();
    await page.mouse.move(0, 0);
    await shoot(page, 'dark-states');
    await page.keyboard.press('H');
    await frame.locator('dialog.messages[open] tbody tr').first().waitFor();
    await shoot(page, 'dark-messages');
    await page.keyboard.press('Escape');
    await panel.selectLag('StockCheck.countLeft');
    await page.mouse.move(0, 0);
    await frame.locator('.lags').focus();
    await page.keyboard.press('T');
    await frame.locator('dialog.moment[open] .moment-deadlocks p').waitFor();
    await shoot(page, 'dark-deadlock');
  });
}

async function shootSummedViews(page: Page, { frame }: LaglensPanel, theme: string): Promise<void> {
  const mode = async (key: '1' | '2' | '4'): Promise<void> => {
    await frame.locator('.lags').focus();
    await showView(page, frame, key);
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

/** All threads while main waits for a lock. */
async function shootMoment(page: Page, panel: LaglensPanel): Promise<void> {
  await panel.selectLag('CartRepository.itemCount');
  await page.mouse.move(0, 0);
  await panel.frame.locator('.lags').focus();
  await page.keyboard.press('T');
  await panel.frame.locator('dialog.moment[open] .moment-thread').nth(1).waitFor();
  await shoot(page, 'dark-moment');
  await page.keyboard.press('Escape');
  await panel.frame.locator('dialog.moment[open]').waitFor({ state: 'hidden' });
}

/** A lag over time, beside its source with line costs. */
async function openSource(page: Page, panel: LaglensPanel): Promise<void> {
  await panel.selectLag('PriceHistory.load');
  await panel.openFrame('PriceHistory.load');
  await page.locator('.tab[data-resource-name="PriceHistory.java"]').waitFor();
  await page.locator('.codelens-decoration').first().waitFor();
  // Away from the flame graph, which its tooltip would hide.
  await page.mouse.move(0, 0);
  await panel.frame.locator('.tooltip').waitFor({ state: 'hidden' });
}

/** Lossless WebP, written by a browser: 60 % of a PNG. */
async function shoot(page: Page, name: string): Promise<void> {
  // A row below the pointer is highlighted.
  await page.mouse.move(0, 0);
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
  // The border stays highlighted below the pointer.
  await page.mouse.move(0, 0);
  await page.locator('.monaco-sash.hover').waitFor({ state: 'hidden' });
}
