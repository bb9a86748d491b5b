import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import { seeOfLag, startCapture } from '../harness/main-job.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import { drag } from './range.ts';

export const liveRange: WindowTest<ProgramWindow> = {
  name: 'a range of a capture stays while lags come, and the count says of how many',
  width: 1280,
  height: 800,
  async run(_t, { workbench, given: { demo } }) {
    const { page } = workbench;
    const panel = await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    const { frame } = panel;
    const makeLag = (): Promise<void> => demo.lag('busy');
    await seeOfLag(makeLag, panel.lags('ImageDecoder.decode'));
    // The first half has been judged, and gets no more lags.
    await workbench.clockGoesOn(16);
    await drag(page, frame.locator('.timeline'), 0.02, 0.5);
    const count = frame.locator('.range-bar .title');
    await count.waitFor();
    const counts = async (): Promise<readonly number[]> => {
      const [, inRange, all] = /^In range: (\d+) of (\d+) lags$/.exec(await count.innerText()) ?? [];
      return [Number(inRange), Number(all)];
    };
    const range = await frame.locator('.ruler-range .range').innerText();
    const [inRange = 0, all = 0] = await counts();
    assert.ok(inRange <= all);
    await eventually(
      async () => {
        await makeLag();
        return counts();
      },
      ([, now = 0]) => assert.ok(now > all, 'no lag came after the range'),
    );
    assert.equal((await counts())[0], inRange);
    assert.equal(await frame.locator('.ruler-range .range').innerText(), range);
  },
};
