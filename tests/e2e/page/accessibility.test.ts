import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import type { VsCodeAge } from '../../../scripts/setup/install-code-server.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { runCommand } from '../../host/run-command.ts';
import { moderateFindings } from '../harness/axe.ts';
import { openBrowser } from '../harness/browser.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog, waitForFocus } from '../harness/page-keys.ts';
import { openNote, tourOfPage } from '../harness/page-tour.ts';
import { sharedPage } from '../harness/shared-sample.ts';
import { step } from '../harness/step.ts';
import { assertVisibleColours, chooseTheme } from '../harness/theme-colours.ts';
import { inVsCode } from '../harness/vscode.ts';
import { everyVsCode, usualVsCode } from '../harness/vscode-age.ts';

const workspace = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));
const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const themes = {
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
} as const;
/** The newest VS Code begins with the first; the other comes first here, so that the page's class shows the change. */
const newestThemes = { 'Light 2026': 'vscode-light', 'Dark 2026': 'vscode-dark' } as const;
/** A browser's requests for VS Code's kinds of themes. */
const colorPreferences = [
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'more' },
  { colorScheme: 'light', contrast: 'more' },
] as const;

test('axe finds nothing moderate or worse on the page in VS Code, and colours can be seen, in any theme, which may change while the page is open', (t) =>
  tourInThemes(t, usualVsCode, themes));

if (everyVsCode.includes('newest')) {
  test('nor in the themes that the newest VS Code begins with', (t) => tourInThemes(t, 'newest', newestThemes));
}

/** @param themes by what VS Code's picker calls them: the class that its pages get */
async function tourInThemes(t: TestContext, vscode: VsCodeAge, themes: Readonly<Record<string, string>>): Promise<void> {
  await inVsCode(t, { workspace, vscode, width: 1400, height: 900 }, async ({ workbench }) => {
    const { frame } = await LaglensPanel.openSample(workbench);
    await frame.locator('.lag').first().waitFor();
    for (const [theme, bodyClass] of Object.entries(themes)) {
      await step(t, theme, async () => {
        await chooseTheme(workbench, frame, theme, bodyClass);
        await assertVisibleColours(frame);
        await waitForFocus(frame);
        const found = await findingsOfTour(workbench.page, frame);
        await workbench.runCommand('Laglens: Show Symbols');
        await frame.locator('dialog.symbols[open]').waitFor();
        found.push(...(await moderateFindings(frame)).map((finding) => `the list of symbols: ${finding}`));
        await closeDialog(workbench.page, frame);
        assert.deepEqual(found, []);
        await assertCanvasIsOfTheme(frame);
      });
    }
  });
}

// The second is what 1400 x 900 is at 200 %, the third a panel beside a source.
for (const [width, height] of [[1400, 900] as const, [700, 450] as const, [300, 700] as const]) {
  test(`and on a page that was shared, as the browser wants colours to be, in a window of ${width} x ${height}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-ax-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const html = join(folder, 'shop.html');
    const vsix = await buildVsix((line) => t.diagnostic(line));
    await writeFile(html, await sharedPage(vsix, await readFile(sample)));
    const importedHtml = join(folder, 'imported.html');
    await writeFile(importedHtml, await sharedPage(vsix, await importedSession(folder)));
    for (const preference of colorPreferences) {
      await step(t, `${preference.colorScheme}, contrast ${preference.contrast}`, async () => {
        const browser = await openBrowser({ width, height });
        try {
          const { page } = browser;
          await page.emulateMedia(preference);
          await page.goto(pathToFileURL(html).href);
          await page.locator('.lag').first().waitFor();
          assert.deepEqual(await findingsOfTour(page, page.mainFrame()), []);
          await assertCanvasIsOfTheme(page.mainFrame());
          await page.goto(pathToFileURL(importedHtml).href);
          await openNote(page.mainFrame());
          assert.deepEqual(await moderateFindings(page.mainFrame()), []);
        } finally {
          await browser.close();
        }
      });
    }
  });
}

/** A session with a note that says more: what its import assumed. */
async function importedSession(folder: string): Promise<Uint8Array> {
  const [profile, session] = [join(folder, 'profile.folded'), join(folder, 'profile.laglens')];
  await writeFile(profile, 'main;Main.run;Feed.load 400\nmain;Main.run;Feed.draw 20\n');
  assert.equal((await runCommand(['convert', profile, session], { folder })).code, 0);
  return readFile(session);
}

/** Each finding once, with where it was met first. */
async function findingsOfTour(page: Page, frame: Frame): Promise<string[]> {
  const found = new Map<string, string>();
  await tourOfPage(page, frame, async (stop) => {
    for (const finding of await moderateFindings(frame)) if (!found.has(finding)) found.set(finding, stop);
  });
  return [...found].map(([finding, stop]) => `${stop}: ${finding}`);
}

/** Drawings have their surroundings' colours: a canvas takes none from its page. */
async function assertCanvasIsOfTheme(frame: Frame): Promise<void> {
  const colours: unknown = await frame.evaluate(`(() => {
    const { width, height } = document.querySelector('.timeline canvas');
    const { data } = document.querySelector('.timeline canvas').getContext('2d').getImageData(0, 0, width, height);
    const often = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = 'rgb(' + data.slice(at, at + 3).join(', ') + ')';
      often.set(colour, (often.get(colour) ?? 0) + 1);
    }
    return [getComputedStyle(document.body).backgroundColor, [...often].sort((one, other) => other[1] - one[1])[0][0]];
  })()`);
  if (!Array.isArray(colours)) throw new Error('The page gave no colours');
  const [page, canvas] = colours.map((colour) => String(colour).match(/\d+/g)?.map(Number) ?? []);
  assert.equal(canvas?.length, 3, String(colours));
  // Colours under a veil of the same colour are rounded by one or two of 255.
  assert.ok(
    canvas?.every((channel, at) => Math.abs(channel - (page?.[at] ?? Number.NaN)) <= 2),
    String(colours),
  );
}
