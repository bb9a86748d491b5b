import assert from 'node:assert/strict';
import { moderateFindings } from '../harness/axe.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog, waitForFocus } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import { assertVisibleColours, chooseTheme } from '../harness/theme-colours.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';
import { assertCanvasIsOfTheme, findingsOfTour } from './page-findings.ts';

const themes = {
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
  'Dark Modern': 'vscode-dark',
} as const;

/** The last theme is the usual one. */
export const accessibleThemes: WindowTest<ShopWindow> = {
  name: 'axe finds nothing moderate or worse on the page in VS Code, and colours can be seen, in any theme, which may change while the page is open',
  width: 1400,
  height: 900,
  async run(t, { workbench }) {
    const { frame } = await LaglensPanel.openSample(workbench);
    await frame.locator('.lag').first().waitFor();
    // Names and roles are the same in all themes.
    let judged: 'all' | 'colours' = 'all';
    for (const [theme, bodyClass] of Object.entries(themes)) {
      await step(t, theme, async () => {
        await chooseTheme(workbench, frame, theme, bodyClass);
        await assertVisibleColours(frame);
        await waitForFocus(frame);
        const found = await findingsOfTour(workbench.page, frame, judged);
        await workbench.runCommand('Laglens: Show Symbols');
        await frame.locator('dialog.symbols[open]').waitFor();
        found.push(...(await moderateFindings(frame, judged)).map((finding) => `the list of symbols: ${finding}`));
        await closeDialog(workbench.page, frame);
        assert.deepEqual(found, []);
        await assertCanvasIsOfTheme(frame);
        judged = 'colours';
      });
    }
  },
};
