import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

export const liveHeat: WindowTest<ProgramWindow> = {
  name: 'while a capture runs, the open source counts its lags, and keeps them when it is stopped',
  width: 1280,
  height: 800,
  async run(_t, { workbench, given: { demo } }) {
    const { page } = workbench;
    await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    // The panel is hidden behind the source, so what is shown there does not come from its page.
    await workbench.openFile('ImageDecoder.java');
    await page.locator('.editor-group-container .tab[aria-label^="Laglens"]:not(.active)').waitFor();
    const lens = page.locator('.codelens-decoration a', { hasText: /(^|\. )\d+ lags? · [\d.]+ m?s · (max [\d.]+ m?s · )?show$/ });
    const counted = async (): Promise<number> => Number(/(\d+) lags? · /.exec(await lens.innerText())?.[1]);
    await seeOfLag(() => demo.lag('busy'), lens);
    const first = await counted();
    await seeOfLag(() => demo.lag('busy'), lens.filter({ hasNotText: new RegExp(`(^|\\. )${first} lags? · `) }));
    const both = await counted();
    assert.ok(both > first, `${both} after ${first}`);

    await workbench.runCommand('Laglens: Stop Lag Capture');
    await workbench.recording.waitFor({ state: 'detached' });
    await eventually(counted, (kept) => assert.ok(kept >= both, `${kept} after ${both}`));
    await workbench.chooseInMenu(page.locator('.view-line', { hasText: 'decode(' }).first(), 'Hide Line Costs in Editors');
    await page.locator('.codelens-decoration a').first().waitFor({ state: 'detached' });
  },
};
