import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openBrowser } from '../harness/browser.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { tourOfPage } from '../harness/page-tour.ts';
import { resizePage } from '../harness/resize-page.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import { inVsCode } from '../harness/vscode.ts';
import { usualVsCode } from '../harness/vscode-age.ts';
import { cutTexts } from './shown-texts.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Words that a reader of the language expects, each at its place. */
const languages = [
  {
    language: 'zh-cn',
    letters: /\p{Script=Han}/u,
    openSample: '打开示例会话',
    sessions: '会话',
    cause: /^主线程等待 Object 的锁，用时 700 ms。 bg-db 在 CartRepository\.writeRows/,
    share: '共享…',
    page: '以网页形式共享会话…',
  },
  {
    language: 'ja',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    openSample: 'サンプル セッションを開く',
    sessions: 'セッション',
    cause: /^メインは Object のロックを 700 ms 待ちました。 bg-db が CartRepository\.writeRows/,
    share: '共有…',
    page: 'セッションをページとして共有…',
  },
] as const;

for (const { language, letters, openSample, sessions, cause, share, page: asPage } of languages) {
  test(`in the display language ${language} commands, side bar and pages are translated, also a shared one, and no text is cut`, async (t) => {
    const workspace = await mkdtemp(join(tmpdir(), 'laglens-words-'));
    t.after(() => rm(workspace, { recursive: true, force: true }));
    const texts: unknown = JSON.parse(await readFile(`${root}/l10n/bundle.l10n.${language}.json`, 'utf8'));
    const translated = (text: string): string => String(Object(texts)[text]);
    await inVsCode(t, { vscode: usualVsCode, workspace, width: 1366, height: 900, language }, async ({ workbench }) => {
      const { page, quickInput } = workbench;
      await (await SideBar.open(workbench)).view(sessions).waitFor();
      await workbench.runCommand(`Laglens: ${openSample}`);
      const panel = await LaglensPanel.find(workbench, 'recorded');
      const { frame } = panel;
      await panel.summary.locator('.cause').filter({ hasText: cause }).waitFor();
      assert.equal(await frame.evaluate('document.documentElement.lang'), language);
      await frame.locator('.coach-mark button').last().click();
      await frame.locator('.coach-mark').waitFor({ state: 'hidden' });

      for (const width of [1366, 340]) {
        await step(t, `${width} pixels`, async () => {
          await resizePage(page, frame, width);
          const cut: string[] = [];
          const visit = async (stop: string): Promise<void> => {
            cut.push(...(await cutTexts(frame, letters)).map(({ text, place }) => `${stop}, ${place}: ${text}`));
          };
          await tourOfPage(page, frame, visit, translated);
          assert.deepEqual(cut, []);
        });
      }

      await step(t, 'a shared page keeps the language', async () => {
        await workbench.chooseBy(`Laglens: ${share}`, asPage);
        // VS Code's own word, which stays English without a language pack.
        await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
        await quickInput.row('..').waitFor();
        const html = join(workspace, 'shop.html');
        await quickInput.answer(html, /\.html$/);
        await workbench.notification(translated('Saved {0}.').replace('{0}', 'shop.html')).waitFor();
        const browser = await openBrowser();
        try {
          await browser.page.goto(pathToFileURL(html).href);
          await browser.page.locator('.lag').filter({ hasText: letters }).first().waitFor();
          assert.equal(await browser.page.evaluate('document.documentElement.lang'), language);
        } finally {
          await browser.close();
        }
      });
    });
  });
}
