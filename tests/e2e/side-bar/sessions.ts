import assert from 'node:assert/strict';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idle, message, ms } from '../../core/analyzed-app.ts';
import { sessionFile, streamBytes } from '../../core/memory-session.ts';
import { scriptedApp } from '../../core/scripted-app.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const DAY_MS = 24 * 3600 * 1000;
const VIEW = 'Sessions';

interface Seed {
  readonly name: string;
  readonly startedMs: number;
  readonly lagsMs: readonly number[];
  readonly app?: string;
  readonly finish?: boolean;
}

/** A recording of an app whose main thread was busy for these times, half a second apart. */
async function recording({ startedMs, lagsMs, app = 'com.example.shop', finish = true }: Seed): Promise<Uint8Array> {
  const deeds = lagsMs.flatMap((lag) => [idle(500 * ms), message(lag * ms, 'com.example.shop.Cart.total:12')]);
  const messages = streamBytes([
    { type: 'session', version: 1, createdUs: startedMs * 1_000, host: 'test' },
    { type: 'process', run: 0, deviceKind: 'android', device: 'Pixel 8', serial: 'x', app, pid: 5, launched: 0, version: '' },
    ...scriptedApp([...deeds, idle(500 * ms)]),
  ]);
  return (await sessionFile([messages], { finish })).bytes;
}

export const sessions: WindowTest<ShopWindow> = {
  name: 'the view of sessions welcomes, follows the stored files, and does with each what its row offers',
  width: 1280,
  height: 800,
  async run(t, { workbench, server }) {
    const { quickInput } = workbench;
    const folder = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    const store = async (seed: Seed): Promise<void> => writeFile(join(folder, `${seed.name}.laglens`), await recording(seed));
    // Nothing was run or shown: the project alone brings it.
    await workbench.statusItem(/^\s*Laglens\s*$/).waitFor();
    const bar = await SideBar.open(workbench);
    // Noon, so that no session of the test changes its day with the clock.
    const today = new Date().setHours(0, 0, 1);
    const yesterday = new Date(today - DAY_MS / 2).setHours(12, 0, 0);

    await step(t, 'without sessions it says how to begin', async () => {
      const view = bar.view(VIEW);
      for (const button of ['Start Lag Capture', 'Open Sample Session', 'Troubleshoot'])
        await view.getByRole('button', { name: button }).waitFor();
      await view.getByRole('button', { name: 'Open Sample Session' }).click();
      await LaglensPanel.find(workbench, 'recorded');
      await workbench.closeAllEditors();
    });

    await step(t, 'files that come are listed by day with their facts, damaged ones with what is wrong', async () => {
      await mkdir(folder, { recursive: true });
      await store({ name: 'first', startedMs: yesterday, lagsMs: [150, 420] });
      await store({ name: 'second', startedMs: yesterday + 3_600_000, lagsMs: [1_200] });
      await store({ name: 'third', startedMs: today, lagsMs: [180, 110, 120] });
      await store({ name: 'cut', startedMs: today + 60_000, lagsMs: [], app: 'com.example.feed', finish: false });
      await writeFile(join(folder, 'foreign.laglens'), 'PK no session');
      await bar.waitForRows(VIEW, [
        'Today 3 sessions',
        /^\d\d:\d\d foreign unreadable$/,
        '00:01 example.feed cut off · no lags',
        /^00:00 example.shop 180 ms · 3 lags$/,
        'Yesterday 2 sessions',
        /^13:00 example.shop 1.20 s · 1 lag$/,
        /^12:00 example.shop 420 ms · 2 lags$/,
      ]);
    });

    await step(t, 'a click opens a session', async () => {
      await bar.row(VIEW, '13:00').click();
      const page = await LaglensPanel.find(workbench, 'recorded');
      await page.lags('Cart.total').first().waitFor();
    });

    await step(t, 'a session is compared with others, and the comparison ends in its row', async () => {
      const compare = (): Promise<void> => bar.chooseInMenu(VIEW, '00:00', 'Compare…');
      await quickInput.chooseAfter(compare, /12:00/);
      await bar.row(VIEW, /12:00.*baseline/).waitFor();
      await bar.chooseInMenu(VIEW, '12:00', 'Clear Baseline');
      await bar.row(VIEW, /12:00.*baseline/).waitFor({ state: 'detached' });
      await quickInput.chooseAfter(compare, /yesterday 13:00/);
      await bar.row(VIEW, /13:00.*baseline/).waitFor();
      await workbench.activeTab('third.laglens').waitFor();
      const compared = await LaglensPanel.find(workbench, 'recorded');
      // One lag against three is too few for a verdict.
      await compared.frame.locator('.compare-bar .unjudged').waitFor();
      // One that no page shows is read without a page.
      await quickInput.chooseAfter(compare, /today 00:01/);
      await bar.row(VIEW, /00:01.*baseline/).waitFor();
      assert.equal(await workbench.page.locator('.tab[data-resource-name="cut.laglens"]').count(), 0);
    });

    await step(t, 'a pinned one says so', async () => {
      await bar.clickInline(VIEW, '12:00', 'Pin');
      await bar.row(VIEW, '12:00').locator('.codicon-pinned').first().waitFor();
      await access(join(folder, 'first.laglens.pinned'));
    });

    await step(t, 'a search leaves the sessions with its words', async () => {
      await bar.clickTitle(VIEW, 'Search Sessions');
      await quickInput.answer('shop 1.20 s');
      await bar.waitForRows(VIEW, ['Yesterday 1 session', '13:00']);
      await bar.clickTitle(VIEW, 'Clear Search');
      await bar.row(VIEW, '12:00').waitFor();
    });

    await step(t, 'one is deleted once the question is answered', async () => {
      await bar.clickInline(VIEW, 'example.feed', 'Delete');
      await workbench.answerDialog('Delete the session com.example.feed — today 00:01?', 'Delete');
      await bar.row(VIEW, 'example.feed').waitFor({ state: 'detached' });
      await assert.rejects(access(join(folder, 'cut.laglens')), { code: 'ENOENT' });
    });
    await workbench.runCommand('Laglens: Clear Baseline');
    await rm(folder, { recursive: true });
  },
};
