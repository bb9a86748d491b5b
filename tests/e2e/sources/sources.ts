import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDemoApp } from '../../demo-app/build-demo-app.ts';
import { eventually } from '../harness/eventually.ts';
import { hotLines, lens } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';
import { copyWithoutSourceMaps } from './without-source-maps.ts';

const shop = fileURLToPath(new URL('../../demo-app/shop', import.meta.url));
const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
const java = 'app/src/main/java/com/example/shop';
const kotlin = 'app/src/main/kotlin/com/example/shop';

export const sources: WindowTest<ShopWindow> = {
  name: 'sources of a recording: of several the chosen one, beside, moved, edited, missing, inlined',
  width: 1600,
  height: 1000,
  async run(t, { workbench, given: { workspace } }) {
    // Wide and high enough for the page with two sources beside it.
    const { page, quickInput } = workbench;
    await changeShop(workspace);
    await workbench.openFile('old.laglens');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    /** Opens the frame of this name in the lag that it is responsible for; its file and line as the page has them. */
    const openCulprit = async (name: string, modifier?: 'Alt' | 'Control'): Promise<{ readonly file: string; readonly line: number }> => {
      await panel.selectLag(name);
      const { place } = await panel.openFrame(name, modifier);
      const [, file = '', line] = /^([^:]+):(\d+)/.exec(place) ?? [];
      return { file, line: Number(line) };
    };
    const source = (text: string) => page.locator('.editor-instance .view-line', { hasText: text });

    await step(t, 'a click selects a frame, and says what opens it', async () => {
      await panel.selectLag('Catalog.readAll');
      await panel.selectFrame('Catalog.readAll');
      await panel.frame.locator('.legend .status', { hasText: /^Catalog\.readAll .*Enter opens the source$/ }).waitFor();
    });

    await step(t, 'of two files of one name the reader chooses one, once', async () => {
      let line = Number.NaN;
      await quickInput.chooseAfter(async () => {
        ({ line } = await openCulprit('ImageDecoder.decode'));
        await page.locator('.quick-input-title', { hasText: 'Which ImageDecoder.java belongs to this app?' }).waitFor();
      }, 'app/src/debug/java');
      await workbench.waitForCursor('ImageDecoder.java', line);
      await source('of the debug variant').waitFor();
      assert.equal(await workbench.tabs('Catalog.java').count(), 0, 'the click before opened nothing');

      await openCulprit('Catalog.readAll', 'Control');
      await source('of the debug variant').waitFor({ state: 'detached' });
      await openCulprit('ImageDecoder.decode');
      await source('of the debug variant').waitFor();
      await workbench.waitForCursor('ImageDecoder.java', line);
    });

    await step(t, 'with Alt a source opens beside the one that is shown', async () => {
      const { file, line } = await openCulprit('PaymentClient.readAnswer', 'Alt');
      await workbench.waitForCursor(file, line);
      await eventually(
        () => page.locator('.editor-group-container').count(),
        (groups) => assert.equal(groups, 3),
      );
      await source('of the debug variant').waitFor();
      await workbench.runCommand('View: Close Editor');
      await page.locator('.editor-group-container').nth(2).waitFor({ state: 'detached' });
    });

    await step(t, 'a source that was moved opens, and the reader is notified', async () => {
      const { file, line } = await openCulprit('CategoryTree.countBelow');
      const notification = workbench.notification(/package com\.example\.shop\.catalog, .* of com\.example\.shop\.tree.*capture again/);
      await notification.getByRole('button', { name: 'Capture Again' }).waitFor();
      await workbench.waitForCursor(file, line);
    });

    await step(t, 'a source that was edited opens at the function, without costs, and the reader is warned once', async () => {
      const { file, line } = await openCulprit('SearchIndex.buildIndex');
      const notification = workbench.notification(
        new RegExp(`SearchIndex\\.java changed since .* line ${line} is not the recorded one.*capture again`),
      );
      await notification.getByRole('button', { name: 'Capture Again' }).waitFor();
      const declared = await lineOf(join(workspace, java, 'search', file), 'void buildIndex()');
      await workbench.waitForCursor(file, declared);
      assert.equal(await workbench.statusItem('SearchIndex.java changed since the build').count(), 0);
      // It stands over the function, as the file's own may be out of sight.
      await lens(page, /lag.* · show$/)
        .first()
        .waitFor();
      assert.deepEqual([...(await hotLines(page))], []);
      await openCulprit('SearchIndex.buildIndex');
      await workbench.statusItem('SearchIndex.java changed since the build').waitFor();
      await workbench.waitForCursor(file, declared);
    });

    await step(t, 'without a source it is said what was searched, and how to add its folder', async () => {
      await openCulprit('Recommendations.refresh');
      const said = 'No source for com.example.shop.recommendations.Recommendations.refresh';
      await workbench
        .notification(said)
        .getByText('**/com/example/shop/recommendations/Recommendations.kt, **/Recommendations.kt')
        .waitFor();
      await workbench.answerNotification(said, 'Add Folder…');
      await page.locator('.quick-input-title', { hasText: 'Add Folder to Workspace' }).waitFor();
      await quickInput.dismiss();
    });

    await step(t, 'a Kotlin frame that was inlined without a source map opens its caller', async () => {
      const { file, line } = await openCulprit('totalWithOffers');
      const lines = (await readFile(join(workspace, kotlin, 'offers', file), 'utf8')).split('\n').length;
      assert.ok(line > lines, `line ${line} is behind the ${lines} lines of ${file}`);
      await workbench.statusItem(`Inlined from ${file}:${line}`).waitFor();
      const caller = await lineOf(join(workspace, java, 'ShopApplication.java'), 'totalWithOffers(');
      await workbench.waitForCursor('ShopApplication.java', caller);
    });

    await step(t, 'the class files that a build left say where it was written', async () => {
      const { classPath } = await buildDemoApp('14');
      const classes = join(workspace, 'app', 'build', 'tmp', 'kotlin-classes', 'debug');
      await cp(classPath[1] ?? '', classes, { recursive: true });
      await openCulprit('totalWithOffers');
      const written = await linesOf(join(workspace, kotlin, 'offers', 'BestOffer.kt'), 'inline fun', '}');
      await workbench.activeTab('BestOffer.kt').waitFor();
      await eventually(
        async () => (await workbench.cursor())?.line ?? 0,
        (line) => assert.ok(line >= written.from && line <= written.to, `line ${line} is in lines ${written.from} to ${written.to}`),
      );
    });
  },
};

/** The demo app's sources as they may be some time after the recording. */
async function changeShop(workspace: string): Promise<void> {
  // Other tests may have edited them.
  await cp(shop, workspace, { recursive: true });
  await copyWithoutSourceMaps(sample, join(workspace, 'old.laglens'));
  const change = async (from: string, to: string, edit: (text: string) => string): Promise<void> => {
    const text = await readFile(join(workspace, from), 'utf8');
    await mkdir(dirname(join(workspace, to)), { recursive: true });
    await writeFile(join(workspace, to), edit(text));
  };
  const decoder = `${java}/feed/ImageDecoder.java`;
  await change(decoder, decoder.replace('main', 'debug'), (text) => text.replace(/^package .*/m, '$& // of the debug variant'));
  await change(`${java}/catalog/CategoryTree.java`, `${java}/tree/CategoryTree.java`, (text) => text.replace('shop.catalog', 'shop.tree'));
  await rm(join(workspace, `${java}/catalog/CategoryTree.java`));
  await change(`${java}/search/SearchIndex.java`, `${java}/search/SearchIndex.java`, (text) => `${'// a new line\n'.repeat(20)}${text}`);
  await rm(join(workspace, kotlin, 'recommendations'), { recursive: true });
}

/** Lines, from 1, from the first line with this text to the next that begins with the other. */
async function linesOf(path: string, begin: string, end: string): Promise<{ readonly from: number; readonly to: number }> {
  const from = await lineOf(path, begin);
  const lines = (await readFile(path, 'utf8')).split('\n');
  return { from, to: lines.findIndex((each, at) => at >= from && each.startsWith(end)) + 1 };
}

/** Line, from 1, of the first line with this text. */
async function lineOf(path: string, text: string): Promise<number> {
  return (await readFile(path, 'utf8')).split('\n').findIndex((each) => each.includes(text)) + 1;
}
