import assert from 'node:assert/strict';
import { basename } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { QuickInput } from './quick-input.ts';
import { retryAction } from './retry-action.ts';

const RECORDING = /\d+:\d\d · /;

/** VS Code's window, as far as the tests touch it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;

  private constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
  }

  /** Opens VS Code at this URL and waits until it can be used. */
  static async open(page: Page, url: string): Promise<Workbench> {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 120_000 });
    await page.locator('.monaco-workbench').waitFor({ timeout: 120_000 });
    await page.locator('.statusbar-item').first().waitFor({ timeout: 120_000 });
    return new Workbench(page);
  }

  /** Runs a command by its full title in the palette. */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  /**
   * The document inside the visible webview that shows `selector`. There may be several webviews; hidden ones stay loaded.
   * @throws Error when none shows it within the time
   */
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

  /** Waits until the cursor stands in this line of this file (name as its tab shows it). */
  async waitForCursor(file: string, line: number, timeoutMs = 120_000): Promise<void> {
    await this.page
      .locator(`.tab.active[data-resource-name="${basename(file)}"]`)
      .first()
      .waitFor({ timeout: timeoutMs });
    await this.#selection()
      .filter({ hasText: new RegExp(`^Ln ${line},`) })
      .waitFor({ timeout: timeoutMs });
  }

  /** Where the status bar says the cursor is; undefined when no text editor is active. Lines and columns count from 1. */
  async cursor(): Promise<{ readonly line: number; readonly column: number } | undefined> {
    if (!(await this.#selection().isVisible())) return undefined;
    const found = /Ln (\d+), Col (\d+)/.exec((await this.#selection().textContent()) ?? '');
    return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined;
  }

  /** The tab of the active editor, when that shows this file; to be waited for. */
  activeTab(name: string): Locator {
    return this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
  }

  /** The tabs of this file, in whatever group; to be waited for or counted. */
  tabs(name: string): Locator {
    return this.page.locator(`.editor-group-container .tab[data-resource-name="${name}"]`);
  }

  /** A status bar entry by its text; to be waited for or clicked. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /** The status bar's entry of a capture while it records: "com.example.shop 1:02 · 3 lags". */
  get recording(): Locator {
    return this.statusItem(RECORDING);
  }

  /** Waits until the clock of the capture in the status bar has gone on so many times. */
  async clockGoesOn(times: number): Promise<void> {
    for (let passed = 0; passed < times; passed++) {
      const [now = ''] = RECORDING.exec(await this.recording.innerText()) ?? [];
      await this.recording.filter({ hasNotText: now }).waitFor();
    }
  }

  /** A notification by its text; to be waited for at once, or looked into. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item', { hasText: text }).first();
  }

  /** Waits for a notification that may have come a while ago. */
  waitForNotification(text: string | RegExp): Promise<void> {
    return this.#findNotification(this.notification(text), (found, timeout) => found.waitFor({ timeout }));
  }

  /** Presses a button of a notification, also of one that came a while ago. */
  answerNotification(text: string | RegExp, button: string): Promise<void> {
    return this.#findNotification(this.notification(text).getByRole('button', { name: button }), (found, timeout) =>
      found.click({ timeout }),
    );
  }

  /** VS Code takes most notifications from the screen after 15 s, and the oldest when there are more than three; its list keeps them. */
  async #findNotification(wanted: Locator, use: (found: Locator, timeout: number) => Promise<void>): Promise<void> {
    const list = this.page.locator('.notifications-center.visible');
    const openList = async (): Promise<void> => {
      if (!(await list.isVisible())) await this.runCommand('Notifications: Show Notifications');
    };
    await retryAction((timeout) => use(wanted, timeout), { before: openList, waitMs: 15_000 });
    // It stands before what is below it.
    if (await list.isVisible()) await this.runCommand('Notifications: Hide Notifications');
  }

  /** Answers a question that stands before everything else; again when VS Code has missed it. */
  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    const dialog = this.page.locator('.monaco-dialog-box', { hasText: text });
    await dialog.first().waitFor();
    await retryAction(async (timeout) => {
      if (await dialog.first().isVisible()) await dialog.first().getByRole('button', { name: button, exact: true }).click({ timeout });
      await dialog.first().waitFor({ state: 'detached', timeout });
    });
  }

  /**
   * Opens a file of the workspace by name, as Ctrl+P does; again when what was done before took the focus, and with it the list, away.
   * @param typed what finds it in the list, where signs of its name mean something to that
   */
  async openFile(name: string, typed = name): Promise<void> {
    const tab = this.page.locator(`.tab.active[data-resource-name="${basename(name)}"]`).first();
    const input = this.page.locator('.quick-input-widget input.input');
    const open = async (timeout: number): Promise<void> => {
      await this.page.keyboard.press('Control+P');
      await input.fill(typed, { timeout });
      await this.quickInput.choose(basename(name), timeout);
      await tab.waitFor({ timeout: 2 * timeout });
    };
    await retryAction(open, { before: async () => (await input.isVisible()) && this.page.keyboard.press('Escape'), waitMs: 5_000 });
  }

  /** Binds a key to a command with arguments, as a user does in keybindings.json (which the browser keeps, not the server). */
  async bindKey(key: string, command: string, args: unknown): Promise<void> {
    await this.runCommand('Preferences: Open Keyboard Shortcuts (JSON)');
    const tab = this.page.locator('.tab.active[data-resource-name="keybindings.json"]');
    await tab.waitFor();
    const text = JSON.stringify([{ key, command, args }]);
    const lines = this.page.locator('.editor-instance .view-lines');
    // Until what is typed is there, nothing is to be saved.
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

  /** Presses a key that was bound a moment ago; VS Code takes the binding over some time after the file is saved. */
  async pressUntil(key: string, effect: Locator, times = 1): Promise<void> {
    await retryAction(async (timeout) => {
      for (let press = 0; press < times; press++) await this.page.keyboard.press(key);
      await effect.waitFor({ timeout });
    });
  }

  /**
   * Opens a place's context menu and chooses an item. A menu passes over clicks that come right after it has opened: what opened it
   * might have been meant. So the item is clicked until the menu is gone.
   */
  async chooseInMenu(of: Locator, item: string): Promise<void> {
    const offered = this.page.locator('.monaco-menu .action-label', { hasText: item });
    await retryAction(async (timeout) => {
      await of.click({ button: 'right', timeout });
      await offered.waitFor({ timeout });
    });
    await retryAction(async (timeout) => {
      if (await offered.isVisible()) await offered.click({ timeout });
      await offered.waitFor({ state: 'hidden', timeout });
    });
  }

  /** The text that something copies, which may be a moment after it is done. */
  async copied(copy: () => Promise<void>): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate('navigator.clipboard.writeText("")');
    await copy();
    return eventually(
      async () => String(await this.page.evaluate('navigator.clipboard.readText()')),
      (text) => assert.ok(text !== '', 'nothing was copied'),
    );
  }

  async closeAllEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
  }

  #selection(): Locator {
    return this.page.locator('[id="status.editor.selection"]');
  }
}

/** The document that shows an element; undefined when it isn't there within the time, or its document goes away meanwhile. */
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
