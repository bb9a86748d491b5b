import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '../../../core/wire/schema.ts';
import { idle, ms } from '../../core/analyzed-app.ts';
import { sessionBytes } from '../../core/memory-session.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type Deed, scriptedApp } from '../../core/scripted-app.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { lastListedLags, seeOfLag, startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

const shop = 'com.example.shop';
const lag = (frame: string): readonly Deed[] => [{ kind: 'message', us: 400 * ms, stack: [`${shop}.${frame}`] }, idle(4_000 * ms)];

/** Two runs: the first has five lags of one function, the second one of another, and lasts long enough that five more were due. */
function twoRuns(app: string): Promise<Uint8Array> {
  const first = scriptedApp([idle(2_000 * ms), ...Array.from({ length: 5 }, () => lag('catalog.Catalog.readAll:135')).flat()]);
  const second = scriptedApp([idle(2_000 * ms), ...lag('feed.Ticker.show:7'), idle(60_000 * ms)]);
  return sessionBytes([processMessage(0, { app }), ...agentsOf(first), processMessage(1, { app }), ...agentsOf(second)]);
}

/** Its only lag takes the middle of the timeline. */
const slow: readonly Deed[] = [
  idle(2_000 * ms),
  { kind: 'message', us: 8_000 * ms, stack: [`${shop}.catalog.Catalog.readAll:135`] },
  idle(2_000 * ms),
];

function agentsOf(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ type }) => type !== 'process');
}

export const stopAndBaseline: WindowTest<ProgramWindow> = {
  name: 'Stop ends in a sentence, menus are where the pointer is, and a baseline never contradicts itself',
  width: 1366,
  height: 800,
  async run(t, { workbench, given: { demo, workspace } }) {
    await writeFile(join(workspace, 'twice.laglens'), await twoRuns(shop));
    await writeFile(join(workspace, 'slow.laglens'), await sessionBytes(scriptedApp(slow)));
    await writeFile(join(workspace, 'bank.laglens'), await twoRuns('com.example.bank'));
    await step(t, 'the page has the buttons of a capture once: not in the title of its editor, too', async () => {
      const panel = await startCapture(workbench, 'This computer', `${shop}.Main`, demo.pid);
      for (const name of ['Pause View', 'Marker', 'Stop', 'Share', 'Save As…']) {
        await panel.frame.locator('header').getByRole('button', { name, exact: true }).waitFor();
      }
      const title = workbench.page.locator('.editor-group-container .title');
      // The title's menu is there, so its actions are.
      await title.locator('.codicon-toolbar-more').first().waitFor();
      assert.equal(await title.getByRole('button', { name: /Stop|Marker|Save|Share|Compare|Lag Capture/ }).count(), 0);
      const compare = panel.frame.locator('header').getByRole('button', { name: 'Compare…' });
      await workbench.quickInput.openBy(() => compare.click(), 'Browse…');
      await workbench.quickInput.dismiss();
      await seeOfLag(() => demo.lag('busy'), panel.lags('ImageDecoder.decode').and(panel.frame.locator('[data-open="false"]')));
    });

    await step(t, 'Stop ends in a sentence with the counts of the list, and in what can be done next', async () => {
      const recording = await LaglensPanel.find(workbench, 'recording');
      await recording.frame.locator('header').getByRole('button', { name: 'Stop', exact: true }).click();
      const stopped = await LaglensPanel.find(workbench, 'stopped');
      await lastListedLags(stopped);
      const header = stopped.frame.locator('header');
      const sentence = await stopped.frame.locator('.list-strip .sentence').innerText();
      const [, lags, worst] = /^(\d+) lags?, worst ([^,]+)(?:, [\d.]+ % of \d+ frames late)?\.$/.exec(sentence) ?? [];
      assert.equal(lags, await stopped.frame.locator('#page').getAttribute('data-lags'));
      await stopped.frame.locator('.list-bar select').selectOption('longest');
      await stopped
        .lags()
        .first()
        .locator('.duration', { hasText: String(worst) })
        .waitFor();
      const buttons = await header.locator('.stop-summary').getByRole('button').allInnerTexts();
      assert.deepEqual(buttons, ['Record Again', 'Save As…', 'Share…', 'Compare…']);
      assert.equal(await header.locator('.saved').textContent(), 'Saved among the last 20 sessions.');
      await workbench.quickInput.openBy(() => header.getByRole('button', { name: 'Compare…' }).click(), 'Browse…');
      await workbench.quickInput.dismiss();
    });

    await step(t, 'Record Again goes on with the same app', async () => {
      const stopped = await LaglensPanel.find(workbench, 'stopped');
      await stopped.frame.getByRole('button', { name: 'Record Again' }).click();
      const which = workbench.quickInput.row(`pid ${demo.pid}`);
      await workbench.recording.or(which).first().waitFor();
      // Another program of the same main class may run on this computer.
      if (await which.isVisible()) await which.click();
      await LaglensPanel.find(workbench, 'recording');
      await workbench.runCommand('Laglens: Stop Lag Capture');
      await workbench.recording.waitFor({ state: 'detached' });
      await workbench.closeAllEditors();
    });

    await workbench.openFile('slow.laglens');
    const only = await LaglensPanel.find(workbench, 'recorded');
    const menu = only.frame.getByRole('menu');
    const labels = (): Promise<readonly string[]> => menu.locator('.item:visible .label').allInnerTexts();
    const ofLag = [
      'Open source',
      'Open source to the side',
      'Show callers and callees',
      'Zoom to this lag over time',
      'Show all threads at its worst moment',
      'Compare with this lag',
    ];
    const ofCopies = ['Copy as Markdown', 'Copy link', 'Keep this lag…'];
    const hide = 'Hide this group';
    const moment = 'Show all threads at this moment';

    await step(t, 'the timeline has a menu: of the lag at the pointer, and of the timeline', async () => {
      const timeline = only.frame.locator('.timeline');
      const { width = 0, height = 0 } = (await timeline.boundingBox()) ?? {};
      await timeline.click({ button: 'right', position: { x: width * 0.03, y: height / 2 } });
      await menu.waitFor();
      assert.deepEqual(await labels(), [moment, 'Show the whole session', 'Tracks']);
      await workbench.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      await timeline.click({ button: 'right', position: { x: width / 2, y: height / 2 } });
      await menu.waitFor();
      assert.deepEqual(await labels(), [...ofLag, ...ofCopies, hide, moment, 'Show the whole session', 'Tracks']);
      await menu.getByRole('menuitem', { name: 'Zoom to this lag over time' }).click();
      await only.frame.locator('li.lag[aria-selected="true"]', { hasText: 'Catalog.readAll' }).waitFor();
    });

    await step(t, 'a lag has a menu by pointer and by key, which shares it and shows its callers', async () => {
      await workbench.page.keyboard.press('Escape');
      await only.lags('Catalog.readAll').click({ button: 'right' });
      await menu.waitFor();
      assert.deepEqual(await labels(), [...ofLag, ...ofCopies, hide]);
      const link = await workbench.copied(() => menu.getByRole('menuitem', { name: 'Copy link' }).click());
      assert.match(link, /slow\.laglens/);
      await only.frame.locator('.lags').focus();
      await workbench.page.keyboard.press('Shift+F10');
      await menu.waitFor();
      await menu.getByRole('menuitem', { name: 'Show callers and callees' }).click();
      await only.frame.getByRole('heading', { name: 'Who calls Catalog.readAll' }).waitFor();
    });

    await step(t, 'a group has one, too', async () => {
      await only.frame
        .locator('.list-bar')
        .getByRole('radio', { name: /^Groups/ })
        .click();
      await only.frame.locator('li.group', { hasText: 'Catalog.readAll' }).click({ button: 'right' });
      await menu.waitFor();
      assert.deepEqual(await labels(), [...ofLag.slice(0, 3), ...ofCopies.slice(0, 2), hide]);
      await workbench.page.keyboard.press('Escape');
    });

    await workbench.openFile('twice.laglens');
    const twice = await LaglensPanel.find(workbench, 'recorded');
    await twice.frame.locator('#page[data-lags="6"]').waitFor();
    const bar = twice.frame.locator('.compare-bar');

    await step(t, 'the part after it is named by its time, and what is on the screen from before is neither changed nor gone', async () => {
      await workbench.chooseBy('Laglens: Set as Baseline', /^Run 1\b/);
      await bar.locator('.side-a', { hasText: /Since \d\d:\d\d:\d\d$/ }).waitFor();
      await twice.lags('Ticker.show').locator('.change.new').waitFor();
      assert.deepEqual(await bar.locator('.change:visible').allInnerTexts(), ['new 1']);
      assert.equal(await twice.lags('Catalog.readAll').count(), 5);
      assert.equal(await twice.lags('Catalog.readAll').locator('.change').count(), 0);
      await twice.frame
        .locator('.list-bar')
        .getByRole('radio', { name: /^Groups/ })
        .click();
      await twice.frame.locator('li.group[aria-setsize="2"]', { hasText: 'Catalog.readAll' }).waitFor();
      assert.equal(await twice.frame.locator('.lag .change.gone').count(), 0);
    });

    await step(t, 'a lag from before is not offered to be compared with itself, one from after is, by that time', async () => {
      const difference = bar.getByRole('button', { name: 'Difference' });
      await twice.lags('Ticker.show').click();
      await workbench.page.keyboard.press('2');
      await bar.locator('.side-b', { hasText: /the time before \d\d:\d\d:\d\d$/ }).waitFor();
      await difference.waitFor();
      await twice.lags('Catalog.readAll').click();
      await twice.frame.locator('.group-summary', { hasText: 'Catalog.readAll' }).waitFor();
      await difference.waitFor({ state: 'hidden' });
    });

    await step(t, 'the whole session as the baseline is not compared with itself', async () => {
      await workbench.chooseBy('Laglens: Set as Baseline', 'Whole Session');
      await bar.locator('.title', { hasText: /^Baseline session$/ }).waitFor();
      assert.equal(await bar.locator('.change:visible').count(), 0);
      assert.equal(await twice.frame.locator('.lag .change').count(), 0);
      await twice.lags('Ticker.show').click();
      assert.ok(await bar.getByRole('button', { name: 'Difference' }).isHidden());
    });

    await step(t, 'another app is compared only on request', async () => {
      await workbench.openFile('bank.laglens');
      const bank = await LaglensPanel.find(workbench, 'recorded');
      const ofBank = bank.frame.locator('.compare-bar');
      await bank.frame.locator('.lags').focus();
      await workbench.page.keyboard.press('2');
      await ofBank.getByText(`Baseline of another app: ${shop}`).waitFor();
      assert.equal(await ofBank.locator('.change:visible').count(), 0);
      assert.equal(await bank.frame.locator('.lag .change').count(), 0);
      assert.ok(await ofBank.getByRole('button', { name: 'Difference' }).isHidden());
      await ofBank.getByRole('button', { name: 'Compare Anyway' }).click();
      await ofBank.locator('.side-b', { hasText: 'twice' }).waitFor();
      await ofBank.getByRole('button', { name: 'Difference' }).waitFor();
    });
    await workbench.runCommand('Laglens: Clear Baseline');
  },
};
