import assert from 'node:assert/strict';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import { isUncut } from './whole-texts.ts';

export const hints: WindowTest<unknown> = {
  name: 'Escape closes the hints of the sample before it clears the selection, and they stay closed',
  width: 1366,
  height: 800,
  async run(_, { workbench }) {
    await workbench.page.setViewportSize({ width: 900, height: 600 });
    await workbench.runCommand('Laglens: Open Sample Session');
    let panel = await LaglensPanel.find(workbench, 'recorded');
    const hint = panel.frame.locator('.coach-mark');
    await hint.waitFor();
    await isUncut(hint);
    await panel.frame.locator('.lags').focus();
    await workbench.page.keyboard.press('Escape');
    await hint.waitFor({ state: 'hidden' });
    const selected = panel.frame.locator('.lag[aria-selected="true"]');
    await selected.waitFor();
    await workbench.page.keyboard.press('Escape');
    await selected.waitFor({ state: 'hidden' });
    await workbench.closeAllEditors();
    await workbench.runCommand('Laglens: Open Sample Session');
    panel = await LaglensPanel.find(workbench, 'recorded');
    await panel.summary.waitFor();
    assert.equal(await panel.frame.locator('.coach-mark').isVisible(), false);
  },
};
