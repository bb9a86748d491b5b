import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { INITIAL_VIEW, type ViewState } from '../../webview/state/view-state.ts';
import { type Browser, openBrowser } from '../e2e/harness/browser.ts';
import { eventually } from '../e2e/harness/eventually.ts';
import { sharedPage } from '../e2e/harness/shared-sample.ts';
import { assertMatchesReference } from './reference-images.ts';
import { canvasImage, openView, PAGE_FILE, type ThemeName, tableImage, withoutFonts } from './screenshot-page.ts';
import { screenshotSession } from './screenshot-session.ts';

// The page as it is shared, with one small session. What is kept was looked at by eye before; the README says how to renew it.

const overTime: Partial<ViewState> = { tracks: true, heat: true };
const aggregated: Partial<ViewState> = { mode: 'aggregated' };
const sandwich: Partial<ViewState> = { mode: 'sandwich', focus: 'com.example.shop.Cart.total' };
const search: Partial<ViewState> = { ...aggregated, search: { ...INITIAL_VIEW.search, text: 'cart' } };
const compared: Partial<ViewState> = {
  ...aggregated,
  range: { fromUs: 100_000, toUs: 520_000 },
  range2: { fromUs: 800_000, toUs: 1_250_000 },
};

/** Canvases by picture. */
const canvases: readonly (readonly [name: string, theme: ThemeName, view: Partial<ViewState>, canvas: string])[] = [
  ['time-dark', 'dark', overTime, '.flame canvas'],
  ['timeline-dark', 'dark', overTime, '.timeline canvas'],
  ['tracks-dark', 'dark', overTime, '.tracks canvas'],
  ['heat-strip-dark', 'dark', overTime, '.heat-strip canvas'],
  ['aggregated-dark', 'dark', aggregated, '.flame canvas'],
  ['search-dark', 'dark', search, '.flame canvas'],
  ['compared-dark', 'dark', compared, '.flame canvas'],
  ['callers-dark', 'dark', sandwich, '.sandwich .flame canvas'],
  ['time-light', 'light', overTime, '.flame canvas'],
  ['tracks-light', 'light', overTime, '.tracks canvas'],
  ['time-high-contrast', 'high-contrast', overTime, '.flame canvas'],
  ['timeline-high-contrast', 'high-contrast', overTime, '.timeline canvas'],
];

let browser: Browser;
let folder: string;
const errors: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-pictured-'));
  const vsix = await buildVsix(() => undefined);
  await writeFile(join(folder, PAGE_FILE), await sharedPage(vsix, await screenshotSession()));
  browser = await openBrowser({ width: 1000, height: 900 });
  browser.page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  await withoutFonts(browser.page);
});

after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sizes are reported in one frame, and what is drawn follows them in another, on a busy computer some time later. */
function settlesAs(name: string, image: () => Promise<Buffer>): Promise<Buffer> {
  return eventually(image, (taken) => assertMatchesReference(name, taken), 30_000);
}

for (const [name, theme, view, canvas] of canvases) {
  test(`${name} is drawn as it was`, async () => {
    await openView(browser.page, folder, theme, view);
    await settlesAs(name, () => canvasImage(browser.page, canvas));
    assert.deepEqual(errors, []);
  });
}

test('table-dark is drawn as it was', async () => {
  await openView(browser.page, folder, 'dark', { mode: 'table' });
  await settlesAs('table-dark', () => tableImage(browser.page));
  assert.deepEqual(errors, []);
});
