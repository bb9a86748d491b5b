import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

const TASK = 'capture the shop';
const LAUNCH = 'run the shop';

test('a task of tasks.json captures, and so does a launch configuration that the settings name', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-launches-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  const workspace = join(scratch, 'shop');
  await cp(demo.workspace, workspace, { recursive: true });
  await mkdir(join(workspace, '.vscode'));
  const app = { device: 'jvm', app: 'com.example.shop.Main', pid: demo.pid };
  const task = { label: TASK, type: 'laglens', ...app, group: { kind: 'build', isDefault: true } };
  await writeFile(join(workspace, '.vscode', 'tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [task] }));
  // VS Code has a debugger of its own for Node; it starts a program that stays, as an emulator's launcher does.
  const launch = { name: LAUNCH, type: 'node', request: 'launch', program: `\${workspaceFolder}/launcher.js` };
  await writeFile(join(workspace, '.vscode', 'launch.json'), JSON.stringify({ version: '0.2.0', configurations: [launch] }));
  await writeFile(join(workspace, 'launcher.js'), 'setInterval(() => undefined, 1000);\n');

  const settings = { ...(await withoutPhones(t)), 'laglens.launchConfigurations': [LAUNCH] };
  await inVsCode(t, { workspace, settings }, async ({ workbench }) => {
    const { page, quickInput } = workbench;
    const stopped = () => workbench.recording.waitFor({ state: 'detached' });
    const which = quickInput.row(`pid ${demo.pid}`);

    await step(t, 'the key of the default build task captures until the task is ended', async () => {
      await workbench.statusItem(/Laglens/).waitFor();
      await retryAction(async (timeout) => {
        await page.keyboard.press('Control+Shift+B');
        await workbench.recording.waitFor({ timeout });
      });
      const panel = await LaglensPanel.find(workbench, 'recording');
      await seeOfLag(() => demo.lag('busy'), panel.lags('ImageDecoder.decode'));
      await workbench.runCommand('Tasks: Terminate Task');
      // The oldest VS Code asks which, though there is one.
      await retryAction(async (timeout) => {
        if (await quickInput.row(TASK).isVisible()) await quickInput.row(TASK).click({ timeout });
        await workbench.recording.waitFor({ state: 'detached', timeout });
      });
    });

    await step(t, 'running a named launch configuration without a debugger captures the app captured last', async () => {
      await workbench.runCommand('Debug: Start Without Debugging');
      await workbench.recording.or(which).first().waitFor();
      if (await which.isVisible()) await which.click();
      const panel = await LaglensPanel.find(workbench, 'recording');
      await seeOfLag(() => demo.lag('busy'), panel.lags('ImageDecoder.decode'));
      await workbench.runCommand('Laglens: Stop Lag Capture');
      await stopped();
      await workbench.runCommand('Debug: Stop');
    });

    await step(t, 'with a debugger it asks first', async () => {
      await workbench.runCommand('Debug: Start Debugging');
      await workbench.answerNotification(`${LAUNCH} runs with a debugger`, 'Capture');
      await workbench.recording.or(which).first().waitFor();
      if (await which.isVisible()) await which.click();
      await LaglensPanel.find(workbench, 'recording');
      await workbench.runCommand('Laglens: Stop Lag Capture');
      await stopped();
    });
  });
});
