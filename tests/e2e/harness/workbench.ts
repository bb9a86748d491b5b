import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { QuickInput } from './quick-input.ts';
import { retryAction } from './retry-action.ts';

const RECORDING = /\d+:\d\d · /;

/** Longer than the extension may take the focus back for a source that it opened (`extension/sources/open-source.ts`); nothing tells the end. */
const FOCUS_SETTLES_MS = 500;
const LISTED_MS = 5_000;

/** VS Code's window, as tests use it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;

  private constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
  }

  /** Opens this URL and waits until VS Code is usable. */
  static async open(page: Page, url: string): Promise<Workbench> {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 120_000 });
    await page.locator('.monaco-workbench').waitFor({ timeout: 120_000 });
    await page.locator('.statusbar-item').first().waitFor({ timeout: 120_000 });
    return new Workbench(page);
  }

  async runCommand(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  /** Chooses from a command's list, and from those that follow it. */
  async chooseBy(title: string, ...labels: readonly (string | RegExp)[]): Promise<void> {
    await this.quickInput.chooseAfter(() => this.runCommand(title), ...labels);
  }

  /** The document with `selector` inside the visible webview; hidden ones stay loaded. @throws Error if none shows it in time */
  async webview(selector: string, timeoutMs = 120_000): Promise<Frame> {
    const endMs = Date.now() + timeoutMs;
    const visible = this.page.locator('iframe.webview.ready').filter({ visible: true });
    while (Date.now() < endMs) {
      await visible.first().waitFor({ timeout: Math.max(1, endMs - Date.now()) });
      for (const outer of await visible.all()) {
        const inner = outer.contentFrame().locator('iframe#active-frame').contentFrame().locator(selector).first();
        const frame = await frameOf(inner, 500);
        if (frame) return frame;
      }
    }
    throw new Error(`No webview showed "${selector}" within ${timeoutMs / 1000} s`);
  }

  /** Until keys may go elsewhere again, too. @param file name as on its tab */
  async waitForCursor(file: string, line: number, timeoutMs = 120_000): Promise<void> {
    await this.page
      .locator(`.tab.active[data-resource-name="${basename(file)}"]`)
      .first()
      .waitFor({ timeout: timeoutMs });
    await this.#selection()
      .filter({ hasText: new RegExp(`^Ln ${line},`) })
      .waitFor({ timeout: timeoutMs });
    await pause(FOCUS_SETTLES_MS);
  }

  /** The status bar's cursor position; undefined without an active text editor. Counted from 1. */
  async cursor(): Promise<{ readonly line: number; readonly column: number } | undefined> {
    if (!(await this.#selection().isVisible())) return undefined;
    const found = /Ln (\d+), Col (\d+)/.exec((await this.#selection().textContent()) ?? '');
    return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
  }

  activeTab(name: string): Locator {
    return this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
  }

  /** This file's tabs in all groups. */
  tabs(name: string): Locator {
    return this.page.locator(`.editor-group-container .tab[data-resource-name="${name}"]`);
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /** The status bar's entry of a capture while it records: "com.example.shop 1:02 · 3 lags". */
  get recording(): Locator {
    return this.statusItem(RECORDING);
  }

  /** Waits until the capture's clock in the status bar has advanced this often. */
  async clockGoesOn(times: number): Promise<void> {
    for (let passed = 0; passed < times; passed++) {
      const [now = ''] = RECORDING.exec(await this.recording.innerText()) ?? [];
      await this.recording.filter({ hasNotText: now }).waitFor();
    }
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item', { hasText: text }).first();
  }

  waitForNotification(text: string | RegExp): Promise<void> {
    return this.#findNotification(this.notification(text), (found, timeout) => found.waitFor({ timeout }));
  }

  /** Presses a notification's button, also of an old one. */
  answerNotification(text: string | RegExp, button: string): Promise<void> {
    return this.#findNotification(this.notification(text).getByRole('button', { name: button }), (found, timeout) =>
      found.click({ timeout }),
    );
  }

  /** VS Code hides most notifications after 15 s, and the oldest of more than three; its list keeps them. */
  async #findNotification(wanted: Locator, use: (found: Locator, timeout: number) => Promise<void>): Promise<void> {
    const list = this.page.locator('.notifications-center.visible');
    const openList = async (): Promise<void> => {
      if (!(await list.isVisible())) await this.runCommand('Notifications: Show Notifications');
    };
    await retryAction((timeout) => use(wanted, timeout), { before: openList, waitMs: 15_000 });
    // It covers what is below it.
    if (await list.isVisible()) await this.runCommand('Notifications: Hide Notifications');
  }

  /** Answers a modal dialog; again if VS Code missed it. */
  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box', { hasText: text });
    await dialog.first().waitFor();
    await retryAction(async (timeout) => {
      if (await dialog.first().isVisible()) await dialog.first().getByRole('button', { name: button, exact: true }).click({ timeout });
      await dialog.first().waitFor({ state: 'detached', timeout });
    });
  }

  /**
   * Opens a workspace file by name, as Ctrl+P does; again if an earlier action took the focus and closed the list.
   * @param typed finds it, if signs of its name have a meaning in the list
   */
  async openFile(name: string, typed = name): Promise<void> {
    const tab = this.page.locator(`.tab.active[data-resource-name="${basename(name)}"]`).first();
    const input = this.page.locator('.quick-input-widget input.input');
    const list = async (): Promise<void> => {
      if (await input.isVisible()) await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+P');
      await input.fill(typed, { timeout: LISTED_MS });
    };
    await retryAction(
      async (timeout) => {
        await this.quickInput.chooseAfter(list, basename(name));
        await tab.waitFor({ timeout });
      },
      { waitMs: 2 * LISTED_MS },
    );
  }

  /** Binds a key as a user does in keybindings.json, which the browser keeps. */
  async bindKey(key: string, command: string, args: unknown): Promise<void> {
    await this.runCommand('Preferences: Open Keyboard Shortcuts (JSON)');
    const tab = this.page.locator('.tab.active[data-resource-name="keybindings.json"]');
    await tab.waitFor();
    const text = JSON.stringify([{ key, command, args }]);
    const lines = this.page.locator('.editor-instance .view-lines');
    // Save only after the text has arrived.
    await retryAction(async (timeout) => {
      await lines.click({ timeout });
      await this.page.keyboard.press('Control+A');
      await this.page.keyboard.insertText(text);
      await lines.filter({ hasText: command }).waitFor({ timeout });
    });
    await retryAction(async (timeout) => {
      await this.page.keyboard.press('Control+S');
      await tab.and(this.page.locator(':not(.dirty)')).waitFor({ timeout });
    });
  }

  /** Presses a newly bound key; VS Code applies bindings some time after the file's save. */
  async pressUntil(key: string, effect: Locator, times = 1): Promise<void> {
    await retryAction(async (timeout) => {
      for (let press = 0; press < times; press++) await this.page.keyboard.press(key);
      await effect.waitFor({ timeout });
    });
  }

  /**
   * Opens a context menu and chooses an item. A menu ignores early clicks, which might belong to its opening, so the item is clicked until
   * the menu closes.
   */
  async chooseInMenu(of: Locator, item: string): Promise<void> {
    const offered = this.page.locator('.monaco-menu .action-label', { hasText: item });
    // A menu that opened late, or without the item, covers the row.
    const close = async (): Promise<void> => {
      if (await this.page.locator('.monaco-menu').first().isVisible()) await this.page.keyboard.press('Escape');
    };
    await retryAction(
      async (timeout) => {
        await of.click({ button: 'right', timeout });
        await offered.waitFor({ timeout });
      },
      { before: close },
    );
    await retryAction(async (timeout) => {
      if (await offered.isVisible()) await offered.click({ timeout });
      await offered.waitFor({ state: 'hidden', timeout });
    });
  }

  /** The copied text, which may arrive late. */
  async copied(copy: () => Promise<void>): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate('navigator.clipboard.writeText("")');
    await copy();
    return eventually(
      async () => String(await this.page.evaluate('navigator.clipboard.readText()')),
      (text) => assert.ok(text !== '', 'nothing was copied'),
    );
  }

  /** @param bodyClass of pages in that kind of theme */
  async useTheme(theme: string, bodyClass: string): Promise<void> {
    await this.chooseTheme(theme);
    await this.webview(`body.${bodyClass}`);
  }

  /** By VS Code's own name of it. */
  async chooseTheme(theme: string): Promise<void> {
    await this.quickInput.chooseAfter(async () => {
      await this.runCommand('Preferences: Color Theme');
      // Of a long list only what can be seen has rows.
      await this.page.locator('.quick-input-widget input.input[placeholder*="Theme"]').fill(theme);
    }, theme);
  }

  /** All that VS Code says and asks at this moment, a line each. */
  async shownTexts(): Promise<string> {
    const places = ['.monaco-dialog-box', '.notification-list-item', '.quick-input-widget', '.tab.active', '.statusbar-item'];
    const texts = await this.page.locator(places.join(', ')).filter({ visible: true }).allInnerTexts();
    return texts
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
      .join('\n');
  }

  async closeAllEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
  }

  #selection(): Locator {
    return this.page.locator('[id="status.editor.selection"]');
  }
}

/** The document with an element; undefined if it isn't there in time, or goes away. */
async function frameOf(inner: Locator, timeout: number): Promise<Frame | undefined> {
  const frame = async (): Promise<Frame | null | undefined> => {
    await inner.waitFor({ state: 'visible', timeout });
    return (await inner.elementHandle({ timeout }))?.ownerFrame();
  };
  return frame().then(
    (found) => found ?? undefined,
    () => undefined,
  );
}
