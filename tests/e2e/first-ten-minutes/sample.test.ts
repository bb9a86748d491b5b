import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { DEFAULT_THRESHOLD_US } from '../../../core/analysis/lags/lag.ts';
import { replaySession } from '../../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import { moderateFindings } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { assertVisibleColours, chooseTheme } from '../harness/theme-colours.ts';
import { inVsCode } from '../harness/vscode.ts';
import { testInEveryVsCode } from '../harness/vscode-age.ts';
import type { Workbench } from '../harness/workbench.ts';
import { isUncut } from './whole-texts.ts';

const workspace = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));
const file = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const TAB = 'Sample: shop.laglens';
/** The newest VS Code begins with the first; the other comes first here, so that the page's class shows the change. */
const newestThemes = [
  ['Light 2026', 'vscode-light'],
  ['Dark 2026', 'vscode-dark'],
] as const;

testInEveryVsCode('the sample session guides from its longest lag to a line, once', async (t, vscode) => {
  await inVsCode(t, { workspace, vscode, width: 1366, height: 800 }, async ({ workbench }) => {
    const { page } = workbench;
    await workbench.runCommand('Laglens: Open Sample Session');
    let panel = await LaglensPanel.find(workbench, 'recorded');
    const hint = (): Locator => panel.frame.locator('.coach-mark');

    await step(t, 'title and breadcrumb name the sample, no folder of VS Code', async () => {
      await workbench.activeTab(TAB).waitFor();
      assert.equal(await panel.frame.locator('header h1').innerText(), 'Sample: shop');
      const crumbs = page.locator('.breadcrumbs-control .monaco-breadcrumb-item');
      await eventually(
        () => crumbs.allInnerTexts(),
        (texts) => assert.deepEqual(texts, [TAB]),
      );
    });

    await step(t, 'the longest lag is selected', async () => {
      await panel.summary.waitFor();
      const row = panel.frame.locator('.lag[aria-selected="true"]');
      assert.ok((await row.innerText()).includes(await longestOfFile(t.signal)), await row.innerText());
    });

    await step(t, 'notes wait behind one button', async () => {
      const [notes, note] = [panel.frame.locator('header .notes'), panel.frame.locator('.warnings li.note')];
      assert.ok((await note.count()) > 1);
      await notes.waitFor();
      await note.first().waitFor({ state: 'hidden' });
      await notes.click();
      await note.first().waitFor();
      await notes.click();
      await note.first().waitFor({ state: 'hidden' });
    });

    await step(t, 'a hint stands beside the selected lag, whole and inside the window, and goes once another was selected', async () => {
      await hint().filter({ hasText: '1 of 3' }).waitFor();
      await isUncut(hint());
      // The list may scroll to its row after the hint has appeared.
      await eventually(
        async () => [await placeOf(panel.frame.locator('.lag[aria-selected="true"]')), await placeOf(hint())] as const,
        ([row, place]) => {
          assert.ok(place.x >= row.x + row.width && place.x < row.x + row.width + 20, `${place.x} is not beside ${row.x + row.width}`);
          // Whole above the window's end, it may begin a little higher than the row.
          const isBeside = place.y < row.y + row.height && place.y + place.height > row.y;
          assert.ok(isBeside, `${place.y} to ${place.y + place.height} is not at the row's ${row.y}`);
        },
      );
      await panel.lags('decode').first().click();
      await hint().filter({ hasText: '2 of 3' }).waitFor();
    });

    await step(t, 'the second goes once a frame was selected', async () => {
      const view = await placeOf(panel.frame.locator('.view-body'));
      const place = await placeOf(hint());
      assert.ok(place.y >= view.y && place.y + place.height <= view.y + view.height + 1, 'it stands in the flame graph');
      await isUncut(hint());
      await panel.selectFrame('ImageDecoder.decode');
      await hint().filter({ hasText: '3 of 3' }).waitFor();
    });

    await step(t, 'the third goes once a line was opened, and none comes again', async () => {
      await panel.openFrame('ImageDecoder.decode');
      await workbench.activeTab('ImageDecoder.java').waitFor();
      await hint().waitFor({ state: 'hidden' });
      await workbench.closeAllEditors();
      panel = await reopened(workbench);
      await panel.summary.waitFor();
      assert.equal(await hint().isVisible(), false);
    });

    for (const [theme, bodyClass] of vscode === 'newest' ? newestThemes : []) {
      await step(t, `${theme}: severities and states can be seen, and axe finds nothing moderate or worse`, async () => {
        await chooseTheme(workbench, panel.frame, theme, bodyClass);
        await assertVisibleColours(panel.frame);
        assert.deepEqual(await moderateFindings(panel.frame), []);
      });
    }

    await step(t, 'the walkthrough cuts no text', async () => {
      await workbench.chooseBy('Welcome: Open Walkthrough...', 'See why your app lags');
      await page.locator('.getting-started-step', { hasText: 'Capture your app' }).first().waitFor();
      await isUncut(page.locator('.getting-started-step .step-title, .gettingStartedSlideDetails .category-title'));
    });

    await step(t, 'the walkthrough ticks what was done before it was opened', async () => {
      const boxes = page.locator('.getting-started-step .codicon.complete');
      await boxes.first().waitFor();
      assert.equal(await boxes.count(), 1);
    });
  });
});

async function reopened(workbench: Workbench): Promise<LaglensPanel> {
  await workbench.runCommand('Laglens: Open Sample Session');
  return LaglensPanel.find(workbench, 'recorded');
}

/** Length of the longest lag as the list prints it, by the rule of the command line's own replay. */
async function longestOfFile(signal: AbortSignal): Promise<string> {
  const source = await SessionFile.open(file);
  const { model } = await replaySession(source, inflateDriver, signal);
  await source.close();
  const judge = new LagDetector(model, { thresholdUs: DEFAULT_THRESHOLD_US, isAppClass: () => false });
  judge.update();
  const longestUs = Math.max(...judge.lags.map(({ beginUs, endUs }) => endUs - beginUs));
  return longestUs >= 1e6 ? `${(longestUs / 1e6).toFixed(2)} s` : `${Math.round(longestUs / 1000)} ms`;
}

type Place = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function placeOf(shown: Locator): Promise<Place> {
  const place = await shown.boundingBox();
  assert.ok(place, `${shown} is not on the screen`);
  return place;
}
