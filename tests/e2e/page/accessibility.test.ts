import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { runCommand } from '../../host/run-command.ts';
import { moderateFindings } from '../harness/axe.ts';
import { openBrowser } from '../harness/browser.ts';
import { openNote } from '../harness/page-tour.ts';
import { sharedPage } from '../harness/shared-sample.ts';
import { step } from '../harness/step.ts';
import { assertCanvasIsOfTheme, findingsOfTour } from './page-findings.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
/** A browser's requests for VS Code's kinds of themes. */
const colorPreferences = [
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'more' },
  { colorScheme: 'light', contrast: 'more' },
] as const;

// The second is what 1400 x 900 is at 200 %, the third a panel beside a source. Each preference has one whole tour: colours are the same
// at all sizes, names and roles in all colours.
for (const [width, height, toured] of [
  [1400, 900, ['dark no-preference', 'light no-preference']],
  [700, 450, ['dark more']],
  [300, 700, ['light more']],
] as const) {
  test(`axe finds nothing moderate or worse on a page that was shared, as the browser wants colours to be, in a window of ${width} x ${height}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-ax-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const html = join(folder, 'shop.html');
    const vsix = await buildVsix((line) => t.diagnostic(line));
    await writeFile(html, await sharedPage(vsix, await readFile(sample)));
    const importedHtml = join(folder, 'imported.html');
    await writeFile(importedHtml, await sharedPage(vsix, await importedSession(folder)));
    const { page, close } = await openBrowser({ width, height });
    t.after(close);
    const frame = page.mainFrame();
    // Names and roles are the same in all colours.
    let judged: 'all' | 'colours' = 'all';
    for (const preference of colorPreferences) {
      const isToured = toured.some((each) => each === `${preference.colorScheme} ${preference.contrast}`);
      await step(t, `${preference.colorScheme}, contrast ${preference.contrast}${isToured ? ', a whole tour' : ''}`, async () => {
        await page.emulateMedia(preference);
        await page.goto(pathToFileURL(html).href);
        await page.locator('.lag').first().waitFor();
        if (isToured) assert.deepEqual(await findingsOfTour(page, frame, width === 1400 ? judged : 'all'), []);
        await page.locator('.lag').first().click();
        await page.locator('.summary').filter({ visible: true }).first().waitFor();
        assert.deepEqual(await moderateFindings(frame, judged), []);
        await assertCanvasIsOfTheme(frame);
        await page.goto(pathToFileURL(importedHtml).href);
        await openNote(frame);
        assert.deepEqual(await moderateFindings(frame, judged), []);
        judged = 'colours';
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
