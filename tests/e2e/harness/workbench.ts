import { basename } from 'node:path';
import { errors, type Frame, type Locator, type Page } from 'playwright-core';
import { QuickInput } from './quick-input.ts';

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
  async webview(selector: string, timeoutMs = 60_000): Promise<Frame> {
    const endMs = Date.now() + timeoutMs;
    const visible = this.page.locator('iframe.webview.ready').filter({ visible: true });
    while (Date.now() < endMs) {
      await visible.first().waitFor({ timeout: Math.max(1, endMs - Date.now()) });
      for (const outer of await visible.all()) {
        const inner = outer.contentFrame().locator('iframe#active-frame').contentFrame().locator(selector).first();
        const shown = await inner.waitFor({ state: 'visible', timeout: 500 }).then(
          () => true,
          () => false,
        );
        const frame = shown ? await (await inner.elementHandle())?.ownerFrame() : undefined;
        if (frame) return frame;
      }
    }
    throw new Error(`No webview showed "${selector}" within ${timeoutMs / 1000} s`);
  }

  /** Waits until the cursor stands in this line of this file (name as its tab shows it). */
  async waitForCursor(file: string, line: number, timeoutMs = 60_000): Promise<void> {
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

  /** A notification by its text; to be waited for, or for its buttons: `notification(…).getByRole('button', { name })`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item', { hasText: text }).first();
  }

  /** Opens a file of the workspace by name, as Ctrl+P does; again when what was done before took the focus, and with it the list, away. */
  async openFile(name: string): Promise<void> {
    const tab = this.page.locator(`.tab.active[data-resource-name="${basename(name)}"]`).first();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.page.keyboard.press('Control+P');
        await this.page.locator('.quick-input-widget input.input').fill(name, { timeout: 5000 });
        await this.quickInput.choose(basename(name), 10_000);
        await tab.waitFor({ timeout: 15_000 });
        return;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || attempt === 5) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Binds a key to a command with arguments, as a user does in keybindings.json (which the browser keeps, not the server). */
  async bindKey(key: string, command: string, args: unknown): Promise<void> {
    await this.runCommand('Preferences: Open Keyboard Shortcuts (JSON)');
    const tab = this.page.locator('.tab.active[data-resource-name="keybindings.json"]');
    await tab.waitFor();
    await this.page.locator('.editor-instance .view-lines').click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(JSON.stringify([{ key, command, args }]));
    await this.page.keyboard.press('Control+S');
    await tab.and(this.page.locator(':not(.dirty)')).waitFor();
  }

  /** Presses a key that was bound a moment ago; VS Code takes the binding over some time after the file is saved. */
  async pressUntil(key: string, effect: Locator, times = 1): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      for (let press = 0; press < times; press++) await this.page.keyboard.press(key);
      try {
        await effect.waitFor({ timeout: 3000 });
        return;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || attempt === 10) throw error;
      }
    }
  }

  /**
   * Opens a place's context menu and chooses an item. A menu passes over clicks that come right after it has opened: what opened it
   * might have been meant. So the item is clicked until the menu is gone.
   */
  async chooseInMenu(of: Locator, item: string): Promise<void> {
    await of.click({ button: 'right' });
    const offered = this.page.locator('.monaco-menu .action-label', { hasText: item });
    await offered.waitFor();
    for (let attempt = 1; await offered.isVisible(); attempt++) {
      try {
        await offered.click({ timeout: 3000 });
        await offered.waitFor({ state: 'hidden', timeout: 3000 });
      } catch (error) {
        if (!(error instanceof errors.TimeoutError) || attempt === 10) throw error;
      }
    }
  }

  /** The text that something copies, which may be a moment after it is done. */
  async copied(copy: () => Promise<void>): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate('navigator.clipboard.writeText("")');
    await copy();
    const endMs = Date.now() + 60_000;
    while (Date.now() < endMs) {
      const text = String(await this.page.evaluate('navigator.clipboard.readText()'));
      if (text !== '') return text;
    }
    throw new Error('Nothing was copied within 60 s');
  }

  async closeAllEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
  }

  #selection(): Locator {
    return this.page.locator('[id="status.editor.selection"]');
  }
}
