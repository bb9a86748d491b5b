import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { seeOfLag } from '../harness/main-job.ts';
import { retryAction } from '../harness/retry-action.ts';
import { step } from '../harness/step.ts';
import type { ProgramWindow } from '../windows/program-window.ts';
import type { WindowTest } from '../windows/shared-window.ts';

const TASK = 'capture the shop';
const LAUNCH = 'run the shop';

export const launches: WindowTest<ProgramWindow> = {
  name: 'a task of tasks.json captures, and so does a launch configuration that the settings name',
  width: 1280,
  height: 800,
  async run(t, { workbench, given: { demo, workspace } }) {
    await mkdir(join(workspace, '.vscode'));
    const write = (name: string, content: object): Promise<void> => writeFile(join(workspace, '.vscode', name), JSON.stringify(content));
    const app = { device: 'jvm', app: 'com.example.shop.Main', pid: demo.pid };
    const task = { label: TASK, type: 'laglens', ...app, group: { kind: 'build', isDefault: true } };
    await write('tasks.json', { version: '2.0.0', tasks: [task] });
    // VS Code has a debugger of its own for Node; it starts a program that stays, as an emulator's launcher does.
    const launch = { name: LAUNCH, type: 'node', request: 'launch', program: `\${workspaceFolder}/launcher.js` };
    await write('launch.json', { version: '0.2.0', configurations: [launch] });
    await write('settings.json', { 'laglens.launchConfigurations': [LAUNCH] });
    await writeFile(join(workspace, 'launcher.js'), 'setInterval(() => undefined, 1000);\n');
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
      await workbench.runCommand('Debug: Stop');
    });
  },
};
