import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { shop, writeSession } from '../../core/written-session.ts';
import { seriousFindings } from '../harness/axe.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { showView } from '../harness/page-keys.ts';
import { resizePage } from '../harness/resize-page.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import { chooseTheme } from '../harness/theme-colours.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

const lags = (...lengthsMs: readonly number[]) => lengthsMs.map((lengthMs) => ({ lengthMs, frame: `${shop}.Cart.total:12` }));

export const compare: WindowTest<ShopWindow> = {
  name: 'one Compare and one bar: sessions, versions, ranges and lags fill side A and B, and all views follow',
  width: 1366,
  height: 768,
  async run(t, { workbench, server }) {
    const { page, quickInput } = workbench;
    const folder = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    await mkdir(folder, { recursive: true });
    const store = (version: string, day: number, lengthMs: number): Promise<string> =>
      writeSession(folder, {
        ...{ name: `v${version} ${day}`, version, recordedVersion: version, device: 'Pixel 8', day },
        lags: lags(...Array.from({ length: 20 }, () => lengthMs)),
      });
    for (const [version, day, lengthMs] of [
      ['1.0', 0, 200],
      ['1.0', 1, 220],
      ['1.1', 2, 210],
      ['1.2', 3, 600],
    ] as const)
      await store(version, day, lengthMs);
    const bar = await SideBar.open(workbench);
    await bar.row('Sessions', '600 ms').click();
    const { frame } = await LaglensPanel.find(workbench, 'recorded');
    const compared = frame.locator('.compare-bar');
    const [a, b] = [compared.locator('.side-a'), compared.locator('.side-b')];
    const choose = async (side: Locator, label: string): Promise<void> => {
      await side.click();
      await frame.getByRole('menuitem', { name: label }).click();
    };
    const shot = async (name: string): Promise<void> => {
      if (process.env.LAGLENS_SHOT) await page.screenshot({ path: `${process.env.LAGLENS_SHOT}.${name}.png` });
    };

    await step(t, 'the previous session is first, Enter fills side B, and list, graph and table follow', async () => {
      await frame.locator('header').getByRole('button', { name: 'Compare…' }).click();
      await quickInput.row('210 ms').waitFor();
      await page.keyboard.press('Enter');
      await a.filter({ hasText: 'this session' }).waitFor();
      await b.waitFor();
      assert.deepEqual(await compared.locator('.change:visible').allInnerTexts(), ['worse 1']);
      await frame.locator('.lag .change.worse').first().waitFor();
      await showView(page, frame, '2');
      await compared.getByRole('button', { name: 'Difference', pressed: true }).waitFor();
      // Both sides spend all time in the same function.
      await frame.locator('.legend .key-same').waitFor();
      await showView(page, frame, '4');
      await frame.locator('.view-body > .table .column-delta').first().waitFor();
      const heads = await frame.locator('.view-body > .table .table-head .cell').allTextContents();
      assert.deepEqual(heads.slice(-3), ['A', 'B', 'Change']);
      const hints = await frame.locator('.view-body > .table .table-head button').evaluateAll((all) => all.map(({ title }) => title));
      assert.deepEqual(hints.slice(-3), ['Share in A', 'Share in B', 'Difference of the shares: above zero means more in A']);
      assert.deepEqual(await seriousFindings(frame), []);
      await shot('bar-session');
    });

    await step(t, 'side B takes another version, whose sessions add up', async () => {
      await b.click();
      assert.deepEqual(await frame.getByRole('menuitem').allInnerTexts(), ['Another Session…', 'Several Sessions…', 'Another Version…']);
      await shot('bar-menu');
      await page.keyboard.press('Escape');
      await quickInput.chooseAfter(async () => {
        await choose(b, 'Another Version…');
        await quickInput.row('1.0').filter({ hasText: '2 sessions' }).waitFor();
        assert.deepEqual(await quickInput.labels(), ['1.1', '1.0']);
      }, '1.0');
      await b.filter({ hasText: 'version 1.0 (2 sessions)' }).waitFor();
      await frame.locator('.lag .change.worse').first().waitFor();
      assert.ok(await compared.getByRole('button', { name: /^Several sessions cannot change sides/ }).isDisabled());
    });

    await step(t, 'a selected lag is side A, or side B of this session, which the list does not judge', async () => {
      await frame.locator('.lag').first().click();
      await a.filter({ hasText: /0:\d\d\.\d – 0:\d\d\.\d/ }).waitFor();
      await choose(b, 'The Selected Part');
      await b.filter({ hasText: /0:\d\d\.\d – 0:\d\d\.\d/ }).waitFor();
      await frame.locator('.lag .change').first().waitFor({ state: 'detached' });
      await shot('bar-range');
      await choose(b, 'The Baseline');
      await b.filter({ hasText: 'version 1.0 (2 sessions)' }).waitFor();
      await frame.locator('.lag .change.worse').first().waitFor();
    });

    await step(t, 'nothing of the bar is cut, at three widths', async () => {
      for (const width of [340, 900, 1366]) {
        await resizePage(page, frame, width);
        await shot(`bar-${width}`);
        const cut = await compared
          .locator(':is(button, span, b):visible')
          .evaluateAll((all) =>
            all
              .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
              .map(({ textContent }) => String(textContent)),
          );
        assert.deepEqual(cut, [], `${width} pixels`);
      }
    });

    await step(t, 'it can be read in light', async () => {
      await chooseTheme(workbench, frame, 'Light Modern', 'vscode-light');
      assert.deepEqual(await seriousFindings(frame), []);
      await shot('bar-light');
    });

    await step(t, 'the cross ends the comparison', async () => {
      await compared.getByRole('button', { name: 'Stop comparing' }).click();
      await compared.waitFor({ state: 'hidden' });
      await frame.locator('.lag .change').first().waitFor({ state: 'detached' });
    });
  },
};
