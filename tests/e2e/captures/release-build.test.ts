import assert from 'node:assert/strict';
import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isKeptWaiting } from '../../cpu-time.ts';
import { buildRelease } from '../../demo-app/release-build.ts';
import type { DemoApp } from '../../demo-app/start-demo-app.ts';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { startCapture } from '../harness/main-job.ts';
import { closeDialog } from '../harness/page-keys.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import type { Workbench } from '../harness/workbench.ts';

/** R8's name of `Class.method`: one or two letters, and a name that Android calls. */
const renamed = /^\w{1,2}\.run$/;
/** A lag without a stack has nothing to hover. */
const UNNAMED_MS = 5_000;

test('a release build on the real Android Runtime: names come while it is recorded, from its own mapping and from no other', async (t) => {
  const phone = await startPhone({ android: '11', variant: 'release' });
  t.after(() => phone.stop());
  const demo = await phone.launchApp();
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-shop-'));
  t.after(() => rm(workspace, { recursive: true, force: true }));
  // As if the app had been built again since it was installed: the mapping here is of the class files, with an id of its own.
  const [installed, other] = [await buildRelease('dex'), await buildRelease('classes')];
  await cp(installed.project, workspace, { recursive: true, preserveTimestamps: true });
  const mapping = join(workspace, 'app/build/outputs/mapping/release/mapping.txt');
  await copyFile(other.mapping, mapping);

  const settings = { 'laglens.adbServer': `127.0.0.1:${phone.server.port}` };
  await inVsCode(t, { workspace, settings, width: 1400, height: 900 }, async ({ workbench }) => {
    const panel = await startCapture(workbench, /Android 11/, 'com.example.shop', demo.pid);
    const banner = panel.frame.locator('.banner');
    let lag = '';

    await step(t, 'with a mapping of another id there are no names, and the banner says which ids they are', async () => {
      lag = await busyLag(demo, panel);
      // A capture's banner is folded, as it comes by itself.
      await panel.frame.locator('header .notes.serious').click();
      await banner.getByText(`shrunk with the mapping ${await idOf(installed.mapping)}, which no local build has`).waitFor();
      await banner.getByText(`${mapping} of`).waitFor();
      await banner.getByText(`has the id ${await idOf(other.mapping)} and is not used`).waitFor();
      await panel.hover(renamed);
      assert.equal(await panel.lags(/ImageDecoder|FeedAdapter/).count(), 0);
    });

    await step(t, 'when the right one is built, the lag on the screen gets its names, and so does the flame graph', async () => {
      await copyFile(installed.mapping, mapping);
      const row = panel.frame.locator(`li.lag[data-lag="${lag}"]`, { hasText: 'ImageDecoder.decode' });
      await row.waitFor();
      await banner.waitFor({ state: 'hidden' });
      await workbench.recording.waitFor();
    });

    await step(t, 'a double click on a frame that R8 inlined opens the file and line that it was written in', async () => {
      const { place } = await panel.hover('ImageDecoder.decode');
      await panel.frame.locator('.tooltip', { hasText: /inlined/ }).waitFor();
      const line = Number(/^ImageDecoder\.java:(\d+)/.exec(place)?.[1]);
      await panel.openFrame('ImageDecoder.decode');
      await workbench.waitForCursor('ImageDecoder.java', line);
      const culprit = (await demo.truth()).find(({ kind }) => kind === 'busy')?.culprit;
      assert.ok(culprit !== undefined && 'file' in culprit && culprit.firstLine <= line && line <= culprit.lastLine, `line ${line}`);
      // Its caller was inlined as well, into a lambda: of both calls one line alone can be on the stack.
      const call = await lineOf(workspace, 'feed/FeedAdapter.java', 'decoder.decode(position)');
      const show = await lineOf(workspace, 'ShopApplication.java', 'feed.showPhoto(7)');
      const caller = await panel.openFrame('FeedAdapter.showPhoto');
      assert.equal(caller.place, `FeedAdapter.java:${call} · inlined at ShopApplication.java:${show}`);
      await workbench.waitForCursor('FeedAdapter.java', call);
    });

    await step(t, 'Show Symbols names the mapping', async () => {
      await workbench.runCommand('Laglens: Show Symbols');
      const row = panel.frame.locator('dialog.symbols tbody tr', { hasText: 'Classes of the app' });
      await row.getByText('Exact', { exact: true }).waitFor();
      await row.getByText(mapping).waitFor();
      await closeDialog(workbench.page, panel.frame);
    });

    await step(t, 'what ended without names gets them when it is looked for again', async () => {
      await stopCapture(workbench);
      await copyFile(other.mapping, mapping);
      const unnamed = await startCapture(workbench, /Android 11/, 'com.example.shop', demo.pid);
      lag = await busyLag(demo, unnamed);
      await stopCapture(workbench);
      await unnamed.frame.locator('.banner:not([hidden])', { hasText: 'which no local build has' }).waitFor({ state: 'attached' });
      await copyFile(installed.mapping, mapping);
      await workbench.runCommand('Laglens: Show Symbols');
      const symbols = unnamed.frame.locator('dialog.symbols');
      await symbols.locator('tbody tr', { hasText: 'Classes of the app' }).getByText('None', { exact: true }).waitFor();
      await symbols.getByRole('button', { name: 'Retry' }).click();
      await symbols.getByText('Exact', { exact: true }).waitFor();
      await symbols.getByText('Searched again.').waitFor();
      await closeDialog(workbench.page, unnamed.frame);
      await unnamed.frame.locator(`li.lag[data-lag="${lag}"]`, { hasText: 'ImageDecoder.decode' }).waitFor();
      await unnamed.frame.locator('.banner').waitFor({ state: 'hidden' });
    });

    await step(t, 'its stored session then needs no build', async () => {
      await rm(mapping);
      await workbench.closeAllEditors();
      await workbench.chooseBy('Laglens: Open Session…', / — (today|yesterday) \d\d:\d\d/);
      const reopened = await LaglensPanel.find(workbench, 'recorded');
      await reopened.frame.locator(`li.lag[data-lag="${lag}"]`, { hasText: 'ImageDecoder.decode' }).waitFor();
      await workbench.runCommand('Laglens: Show Symbols');
      const row = reopened.frame.locator('dialog.symbols tbody tr', { hasText: 'Classes of the app' });
      await row.getByText('Exact', { exact: true }).waitFor();
      await reopened.frame.locator('.banner').waitFor({ state: 'hidden' });
    });
  });
});

async function stopCapture(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Laglens: Stop Lag Capture');
  await workbench.recording.waitFor({ state: 'detached' });
}

/**
 * Makes it lag, selects that lag, and gives its id. A runtime without processors gives no stack, so nothing to be named: while the kernel
 * says that the app was kept from them, it is made to lag again, until the test's time limit.
 */
async function busyLag(demo: DemoApp, panel: LaglensPanel): Promise<string> {
  const seen: string[] = [];
  for (;;) {
    // By a message with a code, to the one handler that none of its other lags comes by.
    const others = seen.map((id) => `:not([data-lag="${id}"])`).join('');
    const row = panel.frame.locator(`li.lag[data-open="false"]${others}`, { hasText: 'Actions$MainHandler' }).first();
    const isKept = await isKeptWaiting(demo.pid, async () => {
      await demo.lag('busy');
      await row.waitFor();
    });
    await row.click();
    const id = (await row.getAttribute('data-lag')) ?? '';
    try {
      await panel.hover(renamed, undefined, isKept ? UNNAMED_MS : undefined);
      return id;
    } catch (error) {
      if (!isKept) throw error;
      seen.push(id);
    }
  }
}

/** The line of a source in which something stands. */
async function lineOf(workspace: string, path: string, text: string): Promise<number> {
  const source = await readFile(join(workspace, 'app/src/main/java/com/example/shop', path), 'utf8');
  return source.split('\n').findIndex((line) => line.includes(text)) + 1;
}

/** As R8 wrote it. */
async function idOf(mapping: string): Promise<string> {
  return /^# pg_map_id: (\w+)$/m.exec(await readFile(mapping, 'utf8'))?.[1] ?? 'none';
}
