import assert from 'node:assert/strict';
import { eventually } from '../harness/eventually.ts';
import { countHostCalls } from '../harness/host-calls.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { startCapture } from '../harness/main-job.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

export const hiddenViews: WindowTest<ProgramWindow> = {
  name: 'what nobody sees is sent nothing while a capture goes on',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { demo } }) {
    const messages = await countHostCalls(workbench.page, '$postMessage');
    const decorations = await countHostCalls(workbench.page, '$trySetDecorations');
    const lenses = await countHostCalls(workbench.page, '$emitCodeLensEvent');
    await startCapture(workbench, 'This computer', 'com.example.shop.Main', demo.pid);
    const countedLags = async (): Promise<number> => Number(/(\d+) lags?/.exec(await workbench.recording.innerText())?.[1] ?? 0);
    /** The extension has heard of one more lag, and had its time to tell. */
    const oneLagMore = async (): Promise<void> => {
      const before = await countedLags();
      await demo.lag('busy');
      await eventually(countedLags, (lags) => assert.ok(lags > before, `${lags} lags`));
    };

    /** Nothing is sent while two lags come. One before lets come what was under way at the hiding. */
    const staysSilent = async (count: () => number): Promise<void> => {
      await oneLagMore();
      const before = count();
      await oneLagMore();
      await oneLagMore();
      assert.equal(count() - before, 0);
    };

    await step(t, 'a page on the screen gets messages all the time, the hidden one none', async () => {
      const begun = messages();
      await eventually(
        async () => messages() - begun,
        (count) => assert.ok(count >= 10, `${count} messages`),
      );
      await workbench.openFile('ImageDecoder.java');
      await staysSilent(messages);
    });

    await step(t, 'a source on the screen is notified of each lag, the hidden one of none', async () => {
      const [decorated, offered] = [decorations(), lenses()];
      await oneLagMore();
      await eventually(
        async () => [decorations() - decorated, lenses() - offered],
        (counts) => assert.ok(Math.min(...counts) > 0, counts.join()),
      );
      const hidden = messages();
      await workbench.runCommand('Laglens: Show Capture');
      await (await LaglensPanel.find(workbench)).lags('ImageDecoder.decode').first().waitFor();
      assert.ok(messages() > hidden);
      await staysSilent(() => decorations() + lenses());
    });
  },
};
