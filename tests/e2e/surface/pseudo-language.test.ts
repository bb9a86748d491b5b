import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import { startPhone } from '../../simulated/android/start-phone.ts';
import { storeRecordings } from '../compare/stored-recordings.ts';
import { eventually } from '../harness/eventually.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { closeDialog } from '../harness/page-keys.ts';
import { tourOfPage } from '../harness/page-tour.ts';
import { resizePage } from '../harness/resize-page.ts';
import { SideBar } from '../harness/side-bar.ts';
import { step } from '../harness/step.ts';
import { TroubleshootPage } from '../harness/troubleshoot-page.ts';
import { type PhonesWindow, phonesWindow } from '../windows/phones-window.ts';
import { testsInOneWindow, type WindowTest } from '../windows/shared-window.ts';
import { PSEUDO_LANGUAGE, pseudoFiles, pseudoText } from './pseudo-language.ts';
import { otherWords, recordedWords } from './recorded-words.ts';
import { cutTexts, untranslatedTexts } from './shown-texts.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Of the page, in CSS pixels: on a laptop, beside a source. */
const WIDTHS = [1366, 340];
const laptop = { width: 1366, height: 900 };
/** Keys, names, signs and terms of programs, parts of functions that compilers make. */
const UNTRANSLATED = [
  ...['Laglens', 'Sample', 'Enter', 'Esc', 'Alt', 'Ctrl', 'Shift', 'Tab', 'Home', 'End', 'Backspace', 'Aa'],
  ...['pid', 'what', 'generated', 'suspend'],
];

test('a text is longer by 40 %, and keeps values, code, emphasis and links', () => {
  // Four letters: six with marks.
  assert.equal(pseudoText('Next'), '⟦Neext⟧');
  // 15 letters: 21 with marks.
  assert.equal(pseudoText('Why {0} by {1} or not'), '⟦Why {0} by {1} oor noot ~⟧');
  assert.equal(pseudoText('A `x y` *b c*.\n[Go](command:a.b)'), '⟦A `x y` *b c*.⟧\n[⟦Goo⟧](command:a.b)');
});

const page: WindowTest<PhonesWindow> = {
  name: 'in a language with longer texts nothing on the page stays English, and none of its controls is cut',
  ...laptop,
  async run(t, { workbench }) {
    const known = new Set([...(await recordedWords(`${root}/media/sample/shop.laglens`)), ...UNTRANSLATED]);
    const { page } = workbench;
    await step(t, 'side bar', async () => {
      await SideBar.open(workbench);
      const parts = ['.pane-header .title', '.welcome-view-content p', '.monaco-list-row[aria-level="1"] .label-name'];
      const shown = page.locator(parts.map((part) => `.sidebar ${part}`).join(', ')).filter({ visible: true });
      // Two titles, what the sessions will be, this computer, Android's devices.
      const texts = await eventually(
        () => shown.allInnerTexts(),
        (all) => assert.ok(all.length >= 5, all.join()),
      );
      assert.deepEqual(
        texts.filter((text) => !/^⟦.*⟧$/s.test(text)),
        [],
      );
    });
    await workbench.runCommand(`Laglens: ${pseudoText('Open Sample Session')}`);
    const panel = await LaglensPanel.find(workbench, 'recorded');
    const { frame } = panel;
    await panel.summary.waitFor();
    const check = new LanguageCheck(frame, known);
    await check.visit('the hints');
    await frame.locator('.coach-mark button').last().click();
    await frame.locator('.coach-mark').waitFor({ state: 'hidden' });
    for (const width of WIDTHS) {
      await step(t, `${width} pixels`, async () => {
        await resizePage(page, frame, width);
        const visit = (stop: string): Promise<void> => check.visit(`${width} pixels, ${stop}`);
        await tourOfPage(page, frame, visit, pseudoText);
        await page.keyboard.press('H');
        await frame.locator('dialog[open] table').waitFor();
        await visit('messages by handler');
        await closeDialog(page, frame);
        await workbench.runCommand(`Laglens: ${pseudoText('Show Symbols')}`);
        await frame.locator('dialog.symbols[open]').waitFor();
        await visit('symbols');
        await closeDialog(page, frame);
        assert.deepEqual(check.untranslated, []);
        assert.deepEqual(check.cut, []);
      });
    }
  },
};

const comparison: WindowTest<PhonesWindow> = {
  name: 'the comparison of several sessions, too',
  ...laptop,
  async run(_, { workbench, server }) {
    const frames = ['com', 'example', 'shop', 'Cart', 'total', 'Feed', 'show', 'lambda', 'Wish', 'sort', 'java'];
    const known = new Set([...UNTRANSLATED, ...frames, 'android', 'os', 'Handler', 'dispatchMessage']);
    const { page, quickInput } = workbench;
    await storeRecordings(server.home);
    const listed = (await SideBar.open(workbench)).view(pseudoText('Sessions')).locator('.monaco-list-row', { hasText: /12:0\d/ });
    await listed.nth(3).waitFor();
    for (const at of [0, 1, 2, 3]) await listed.nth(at).click({ modifiers: ['Control'] });
    await workbench.chooseInMenu(listed.nth(3), pseudoText('Compare Selected…'));
    await quickInput.row(/12:00/).waitFor();
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
    const frame = await workbench.webview('main .sides');
    await frame.locator('h1').filter({ hasText: '⟧' }).waitFor();
    const check = new LanguageCheck(frame, known);
    for (const width of WIDTHS) {
      await resizePage(page, frame, width);
      await check.visit(`${width} pixels`);
    }
    // Tooltips have the sessions’ paths; labels of frames may be cut.
    const untranslated = check.untranslated.filter((text) => !text.includes(server.home) && !text.includes(' svg > text: '));
    assert.deepEqual({ untranslated, cut: check.cut }, { untranslated: [], cut: [] });
  },
};

const troubleshooting: WindowTest<PhonesWindow> = {
  name: 'the results of Troubleshoot Connection, too',
  ...laptop,
  async run(t, { workbench, given: { adb } }) {
    const phone = await startPhone({ android: '9', server: adb, faults: { connection: 'unauthorized' } });
    t.after(() => phone.stop());
    await workbench.runCommand(`Laglens: ${pseudoText('Troubleshoot Connection')}`);
    const shown = await TroubleshootPage.find(workbench);
    await shown.waitForHeadline(pseudoText('it does not trust this computer yet'));
    const check = new LanguageCheck(shown.frame, new Set(UNTRANSLATED));
    for (const width of WIDTHS) {
      await resizePage(workbench.page, shown.frame, width);
      await check.visit(`${width} pixels`);
    }
    assert.deepEqual({ untranslated: check.untranslated, cut: check.cut }, { untranslated: [], cut: [] });
  },
};

testsInOneWindow(async () => {
  const { options, ...phones } = await phonesWindow();
  const moreFiles = await pseudoFiles(root);
  return { ...phones, options: { ...options, language: PSEUDO_LANGUAGE, moreFiles } };
}, [page, comparison, troubleshooting]);

/** Findings at the stops of a tour, each once. */
class LanguageCheck {
  readonly untranslated: string[] = [];
  readonly cut: string[] = [];
  readonly #frame: Frame;
  readonly #known: ReadonlySet<string>;
  readonly #met = new Set<string>();

  constructor(frame: Frame, known: ReadonlySet<string>) {
    this.#frame = frame;
    this.#known = known;
  }

  async visit(stop: string): Promise<void> {
    const untranslated = (await untranslatedTexts(this.#frame)).filter(({ text }) => otherWords(text, this.#known).length > 0);
    this.untranslated.push(...this.#newOf(untranslated, stop));
    // In a lag's row, the cause comes before how often, which the groups say, too.
    const cut = (await cutTexts(this.#frame, /[⟦⟧]/)).filter(({ place }) => !place.includes('span.frequency'));
    this.cut.push(...this.#newOf(cut, stop));
  }

  #newOf(found: readonly { readonly text: string; readonly place: string }[], stop: string): readonly string[] {
    const texts = found.map(({ text, place }) => `${place}: ${text}`).filter((text) => !this.#met.has(text));
    for (const text of texts) this.#met.add(text);
    return texts.map((text) => `${stop}: ${text}`);
  }
}
