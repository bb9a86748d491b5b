// Runs in the demo's VS Code beside the extension itself: does what a developer would do by hand, the moment the first
// window opens. It talks with `npm run demo` through files of one folder: `claimed`, `started` or `failed`, `stop`, `stopped`.
const { access, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const vscode = require('vscode');

const LOOK_MS = 100;

exports.activate = async () => {
  const { LAGLENS_DEMO_FOLDER: folder, LAGLENS_DEMO_DEVICE: device, LAGLENS_DEMO_APP: app, LAGLENS_DEMO_PID: pid } = process.env;
  if (!folder || !(await isFirst(folder))) return;
  const target = pid ? { device, app, pid: Number(pid) } : { device, app, launch: true };
  await vscode.commands.executeCommand('laglens.start', target);
  await writeFile(join(folder, 'started'), '');
  void stopWhenAsked(folder);
};

/** Later windows only look: the app has one capture. */
async function isFirst(folder) {
  try {
    await writeFile(join(folder, 'claimed'), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

async function stopWhenAsked(folder) {
  const asked = () =>
    access(join(folder, 'stop')).then(
      () => true,
      () => false,
    );
  while (!(await asked())) await pause(LOOK_MS);
  await vscode.commands.executeCommand('laglens.stop');
  await writeFile(join(folder, 'stopped'), '');
}
