import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../harness/browser.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import { Workbench } from '../harness/workbench.ts';

const script = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

test('after Stop the demo shows its result and goes on: VS Code and the app stay until Ctrl-C', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-stop-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...environment } = process.env;
  const demo = spawn(process.execPath, [script], { env: { ...environment, INIT_CWD: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = new Said(demo);
  t.after(() => demo.kill('SIGKILL'));
  const [, url = ''] = await said.when(/VS Code:\s+(http\S+)/);
  const browser = await openBrowser({ width: 1366, height: 800 });
  t.after(() => browser.close());
  const workbench = await Workbench.open(browser.page, url);

  await step(t, 'Stop gives the result in the terminal', async () => {
    const panel = await LaglensPanel.find(workbench, 'recording');
    await panel.lags('decode').first().waitFor();
    await workbench.runCommand('Laglens: Stop Lag Capture');
    await said.when(/lags found.*culprit right in/);
    await said.when(/VS Code and the app stay open/);
  });

  await step(t, 'the stopped session is still there, and the app can be recorded again', async () => {
    await LaglensPanel.find(workbench, 'stopped');
    await workbench.runCommand('Laglens: Repeat Last Capture');
    const which = workbench.quickInput.row(`pid ${await appOf(demo)}`);
    await workbench.recording.or(which).first().waitFor();
    // Another program of the same main class may run on this computer.
    if (await which.isVisible()) await which.click();
    const panel = await LaglensPanel.find(workbench, 'recording');
    // The app lags on.
    await panel.lags().first().waitFor();
  });

  await step(t, 'Ctrl-C ends the demo', async () => {
    const ended = once(demo, 'exit');
    demo.kill('SIGINT');
    assert.deepEqual(await ended, [0, null], said.text);
  });
});

/** The process id of the app that the demo has started. */
async function appOf({ pid }: { readonly pid?: number | undefined }): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  for (const child of children) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('com.example.shop.Main')) return Number(child);
  }
  throw new Error(`None of the processes ${children.join(', ')} is the app`);
}

/** A program's standard error. */
class Said {
  text = '';
  readonly #stream: Readable;

  constructor({ stderr }: ChildProcessByStdio<null, null, Readable>) {
    this.#stream = stderr.setEncoding('utf8');
    this.#stream.on('data', (piece: string) => {
      this.text += piece;
    });
  }

  /** @throws Error when the program ends without it */
  async when(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.text);
      if (found) return found;
      if (this.#stream.readableEnded) throw new Error(`The program ended without ${pattern}:\n${this.text}`);
      await Promise.race([once(this.#stream, 'data'), once(this.#stream, 'end')]);
    }
  }
}
