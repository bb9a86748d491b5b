import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { assertVisibleColours, chooseTheme } from '../harness/theme-colours.ts';
import { inVsCode } from '../harness/vscode.ts';
import { everyVsCode } from '../harness/vscode-age.ts';

const workspace = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));
const themes = {
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
  'Dark Modern': 'vscode-dark',
} as const;

/** The tour in the oldest VS Code's themes checks the same. */
if (everyVsCode.includes('newest')) {
  test('severities and states can be seen in every kind of theme of the newest VS Code', async (t) => {
    await inVsCode(t, { workspace, vscode: 'newest', width: 1366, height: 800 }, async ({ workbench }) => {
      await workbench.runCommand('Laglens: Open Sample Session');
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      await frame.locator('.lag .band').first().waitFor();
      for (const [theme, bodyClass] of Object.entries(themes)) {
        await step(t, theme, async () => {
          await chooseTheme(workbench, frame, theme, bodyClass);
          await assertVisibleColours(frame);
        });
      }
    });
  });
}
