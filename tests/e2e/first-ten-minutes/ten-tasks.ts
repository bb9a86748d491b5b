import assert from 'node:assert/strict';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idle, message, ms } from '../../core/analyzed-app.ts';
import { sessionFile, streamBytes } from '../../core/memory-session.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { scriptedApp } from '../../core/scripted-app.ts';
import { CountedTasks } from '../harness/counted-actions.ts';
import { eventually } from '../harness/eventually.ts';
import { lens, waitForLine } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { SideBar } from '../harness/side-bar.ts';
import type { Workbench } from '../harness/workbench.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

const APP = 'com.example.shop.Main';
const SOURCES = 'app/src/main/java/com/example/shop';
const DAY_MS = 24 * 3600 * 1000;

export const tenTasks: WindowTest<ProgramWindow> = {
  name: 'everyday tasks take at most five actions each',
  width: 1400,
  height: 900,
  async run(t, { workbench, server, given: { demo, workspace } }) {
    const { page, quickInput } = workbench;
    const sessions = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    await storeYesterday(sessions);
    const tasks = new CountedTasks(t, page);
    const ended = '[data-open="false"]';
    const which = quickInput.row(`pid ${demo.pid}`);

    let panel = await tasks.do('start a capture of the running app, see its first lag', async (hands) => {
      await hands.click('the Laglens icon', page.locator('.activitybar .action-label[aria-label^="Laglens"]').first());
      const bar = await SideBar.open(workbench);
      await bar.row('Devices & Apps', /none connected/).waitFor();
      const row = bar.row('Devices & Apps', APP);
      await row.hover();
      await hands.click('Start Lag Capture', row.locator('.action-label[aria-label^="Start Lag Capture"]'));
      // Other tests may run the same app.
      await workbench.recording.or(which).first().waitFor();
      if (await which.isVisible()) await hands.click('the process', which);
      const recording = await LaglensPanel.find(workbench, 'recording');
      await seeOfLag(() => demo.lag('busy'), recording.lags('ImageDecoder.decode'));
      return recording;
    });
    const bar = await SideBar.open(workbench);

    await demo.lag('recursion');
    await panel.lags('CategoryTree').and(panel.frame.locator(ended)).first().waitFor();
    await tasks.do('find the longest lag, open the line that did it', async (hands) => {
      await hands.choose('the order', panel.frame.locator('.list-bar select'), 'longest');
      // It computes for 600 ms, the other one for 320 ms.
      const place = (await demo.truth()).find(({ kind }) => kind === 'busy')?.culprit;
      assert.ok(place !== undefined && 'file' in place);
      await panel.frame.locator(`li.lag:first-child`, { hasText: place.file }).waitFor();
      await hands.doubleClick('the first lag', panel.lags().first());
      await workbench.activeTab(place.file).waitFor();
      await eventually(
        () => workbench.cursor(),
        (cursor) => assert.ok(cursor && place.firstLine <= cursor.line && cursor.line <= place.lastLine, `line ${cursor?.line}`),
      );
    });

    const waited = panel.lags(/bg-db holds lock of Object/).and(panel.frame.locator(ended));
    await demo.lag('lock');
    await eventually(
      () => demo.truth(),
      (lags) => assert.ok(lags.some(({ kind }) => kind === 'lock')),
    );
    await tasks.do('find the lag that waited for a lock, open the line that held it', async (hands) => {
      // The selected lag keeps the rows where they are.
      await hands.click('the new rows', panel.frame.locator('.list-strip button'), waited);
      await hands.click('the lag', waited.first());
      await hands.click('who held it', panel.summary.getByRole('button', { name: 'CartRepository.writeRows' }));
      await workbench.activeTab('CartRepository.java').waitFor();
      await cursorIsAt(workbench, await lineWith(join(workspace, SOURCES, 'cart', 'CartRepository.java'), 'sleep(SAVING_MS)'));
    });

    await tasks.do('find all lags of one function', async (hands) => {
      const box = await panel.hover('ShopApplication.showCartBadge');
      assert.ok(box.name.includes('showCartBadge'));
      await hands.rightClickHere('the function', panel.frame.getByRole('menu'));
      await hands.click('List the lags that ran it', panel.frame.getByRole('menuitem', { name: 'List the lags that ran it' }));
      await onlyLagsOf(panel, 'ShopApplication.showCartBadge');
      await waited.first().waitFor();
      await panel.frame.getByRole('button', { name: 'List all lags' }).click();
    });

    await tasks.do('go from a hot line to the lags that ran it, and to the next hot line', async (hands) => {
      const source = join(workspace, SOURCES, 'catalog', 'CategoryTree.java');
      await panel.frame.locator('.lags').focus();
      await page.keyboard.press('Escape');
      await workbench.openFile('CategoryTree.java');
      const first = await lineWith(source, 'while (System.nanoTime() < end)');
      const second = await lineWith(source, 'return 1 + countBelow(');
      await waitForLine(page, first, / · \d+ lags?$/);
      await hands.press('Control+F8');
      await cursorIsAt(workbench, first);
      await hands.press('Control+F8');
      await cursorIsAt(workbench, second);
      const shown = lens(page, /(?:^|\. )\d+ lags? · .*show$/).and(page.locator('.editor-group-container.active *'));
      await hands.click('the function’s lens', shown.last());
      panel = await LaglensPanel.find(workbench, 'recording');
      await onlyLagsOf(panel, 'CategoryTree.countBelow');
      await panel.lags('CategoryTree').first().waitFor();
    });

    const saved = join(workspace, 'before the fix.laglens');
    await tasks.do('stop, and save the session under a name', async (hands) => {
      await hands.click('Stop', panel.frame.locator('header').getByRole('button', { name: 'Stop', exact: true }));
      panel = await LaglensPanel.find(workbench, 'stopped');
      await hands.click('Save As…', panel.frame.locator('header').getByRole('button', { name: 'Save As…' }));
      await quickInput.row('..').waitFor();
      await hands.type('before the fix');
      await hands.press('Enter');
      await eventually(
        () =>
          access(saved).then(
            () => true,
            () => false,
          ),
        (exists) => assert.ok(exists, `no ${saved}`),
      );
    });

    await tasks.do('record the same app again', async (hands) => {
      await hands.click('Record Again', panel.frame.getByRole('button', { name: 'Record Again' }));
      await workbench.recording.or(which).first().waitFor();
      if (await which.isVisible()) await hands.click('the process', which);
      panel = await LaglensPanel.find(workbench, 'recording');
      await seeOfLag(() => demo.lag('lock'), panel.lags('CartRepository').and(panel.frame.locator(ended)));
      await seeOfLag(() => demo.lag('busy'), panel.lags('ImageDecoder.decode').and(panel.frame.locator(ended)));
    });

    await panel.frame.locator('header').getByRole('button', { name: 'Stop', exact: true }).click();
    panel = await LaglensPanel.find(workbench, 'stopped');
    const comparedWith = async (name: string): Promise<void> => {
      await page.locator('.editor-group-container .tab.active[aria-label^="Laglens"]').waitFor();
      panel = await LaglensPanel.find(workbench, 'stopped');
      const compared = panel.frame.locator('.compare-bar');
      await compared.locator('.side-b', { hasText: name }).waitFor();
      await compared.locator('.change.new').waitFor();
      await page.locator('.tab[data-resource-name$=".laglens"]').waitFor({ state: 'detached' });
    };
    await tasks.do('compare it with yesterday’s session', async (hands) => {
      const yesterday = quickInput.row(/yesterday 12:00/);
      await hands.click('Compare…', panel.frame.locator('header').getByRole('button', { name: 'Compare…' }), yesterday);
      await hands.click('yesterday’s session', yesterday);
      await bar.row('Sessions', /12:00.*baseline/).waitFor();
      await comparedWith('noon');
    });

    await tasks.do('compare it with another one, from the view of sessions', async (hands) => {
      const [item, other] = [page.locator('.monaco-menu .action-label', { hasText: 'Compare…' }), quickInput.row(/yesterday 11:00/)];
      await hands.rightClick('the newest session', bar.row('Sessions', 'shop.Main'), item);
      await hands.click('Compare…', item, other);
      await hands.click('the other', other);
      await comparedWith('older');
    });

    await tasks.do('send it to a colleague as text', async (hands) => {
      const copied = await workbench.copied(async () => {
        await hands.click(
          'Share…',
          panel.frame.locator('header').getByRole('button', { name: 'Share…' }),
          quickInput.row('Copy as Markdown'),
        );
        await hands.click('Copy as Markdown', quickInput.row('Copy as Markdown'));
        await workbench.waitForNotification('Copied as Markdown.');
      });
      assert.match(copied, /longer than 100 ms/);
    });

    await tasks.do('delete an old session', async (hands) => {
      const row = bar.row('Sessions', '11:00');
      await row.hover();
      await hands.click('Delete', row.locator('.action-label[aria-label^="Delete"]'));
      await hands.click('Delete', page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete', exact: true }));
      await row.waitFor({ state: 'detached' });
      await assert.rejects(access(join(sessions, 'older.laglens')), { code: 'ENOENT' });
    });
    tasks.show();
  },
};

/** Number of the line with this text. */
async function lineWith(path: string, text: string): Promise<number> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** A busy computer lets more than one lag run it, and others come meanwhile. */
async function onlyLagsOf(panel: LaglensPanel, name: string): Promise<void> {
  await eventually(
    async () => [await panel.frame.locator('.function-bar .title').innerText(), await panel.lags().count()] as const,
    ([sentence, rows]) => {
      const [, ran, all] = /^(\d+) of (\d+) lags ran /.exec(sentence) ?? [];
      assert.ok(sentence.endsWith(name), sentence);
      assert.ok(Number(ran) > 0 && Number(ran) < Number(all), sentence);
      assert.equal(rows, Number(ran), sentence);
    },
  );
}

async function cursorIsAt(workbench: Workbench, line: number): Promise<void> {
  await eventually(
    () => workbench.cursor(),
    (cursor) => assert.equal(cursor?.line, line),
  );
}

/** Two sessions of yesterday, of which the one of noon has lags that today has not. */
async function storeYesterday(folder: string): Promise<void> {
  const noonMs = new Date(new Date().setHours(0, 0, 1) - DAY_MS / 2).setHours(12, 0, 0);
  const deeds = [1, 2, 3].flatMap(() => [message(400 * ms, 'com.example.shop.feed.ImageDecoder.decode:12'), idle(20_000 * ms)]);
  await mkdir(folder, { recursive: true });
  for (const [name, startedMs] of [
    ['older', noonMs - 3_600_000],
    ['noon', noonMs],
  ] as const) {
    const messages = streamBytes([
      { type: 'session', version: 1, createdUs: startedMs * 1_000, host: 'test' },
      processMessage(0, { deviceKind: 'jvm', device: 'This computer', app: APP }),
      ...scriptedApp([idle(500 * ms), ...deeds]),
    ]);
    await writeFile(join(folder, `${name}.laglens`), (await sessionFile([messages], { finish: true })).bytes);
  }
}
