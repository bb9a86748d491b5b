import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

const workspace = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));
/** As VS Code comes; without the question at the start, whose answer "No" leads to the same window. */
const untrusted = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };

test('in Restricted Mode sessions can be viewed, a capture is refused, and works once the folder is trusted', async (t) => {
  const settings = { ...untrusted, ...(await withoutPhones(t)) };
  await inVsCode(t, { workspace, settings }, async ({ workbench }) => {
    const { page, quickInput } = workbench;
    await workbench.statusItem('Restricted Mode').waitFor();

    await step(t, 'a session is shown, and a frame opens its source', async () => {
      await workbench.runCommand('Laglens: Open Sample Session');
      const panel = await LaglensPanel.find(workbench);
      await panel.lags().first().waitFor();
      await panel.selectLag('ImageDecoder.decode');
      const { place } = await panel.openFrame('ImageDecoder.decode');
      await workbench.waitForCursor('ImageDecoder.java', Number(/:(\d+)/.exec(place)?.[1]));
    });

    await step(t, 'the palette offers what can be done, and nothing that starts a program', async () => {
      for (const title of ['Start Lag Capture', 'Start Lag Capture from App Launch', 'Repeat Last Capture', 'Troubleshoot Connection']) {
        await quickInput.waitUntilNotOffered(`Laglens: ${title}`);
      }
      await quickInput.waitForCommand('Laglens: Open Session…');
    });

    await step(t, 'a start from elsewhere is refused with the way to trust the folder', async () => {
      await workbench.chooseBy('Welcome: Open Walkthrough...', 'See why your app lags');
      await page.getByRole('button', { name: 'Capture your app' }).click();
      await page.getByRole('button', { name: 'Start Lag Capture' }).click();
      await workbench.answerNotification(/trusted/, 'Manage Workspace Trust');
      await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
      await workbench.statusItem('Restricted Mode').waitFor({ state: 'hidden' });
    });

    await step(t, 'in a trusted folder it starts', async () => {
      await workbench.runCommand('Laglens: Start Lag Capture');
      await quickInput.row('This computer').waitFor();
      await quickInput.dismiss();
    });
  });
});
