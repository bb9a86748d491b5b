import { errors, type Locator, type Page } from 'playwright-core';

/** The box at the top of the window: command palette, quick picks and input boxes are all this one. */
export class QuickInput {
  readonly #page: Page;
  readonly #box: Locator;
  readonly #text: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator('.quick-input-widget');
    this.#text = this.#box.locator('input.input');
  }

  /**
   * Runs a command by its full title in the palette ("Laglens: Start Lag Capture").
   * @throws Error when it is not offered within the time
   */
  async runCommand(title: string, timeoutMs = 60_000): Promise<void> {
    await this.#withCommand(title, timeoutMs, (row) => row.click({ timeout: 3000 }));
  }

  /** The same without the mouse. */
  async pressCommand(title: string, timeoutMs = 60_000): Promise<void> {
    await this.#withCommand(title, timeoutMs, (row) => this.#press(row));
  }

  /** Waits until the palette offers a command: then the extension is there. */
  async waitForCommand(title: string, timeoutMs = 60_000): Promise<void> {
    await this.#withCommand(title, timeoutMs, () => this.dismiss());
  }

  /** Whether the palette offers a command right now. */
  async offers(title: string): Promise<boolean> {
    await this.#openPalette();
    await this.#text.fill(`>${title}`);
    await this.#box.locator('.quick-input-list .monaco-list-row').first().waitFor();
    const offered = await this.#command(title).isVisible();
    await this.dismiss();
    return offered;
  }

  /** Waits until the palette no longer offers a command. @throws Error when it still does after the time */
  async waitUntilNotOffered(title: string, timeoutMs = 60_000): Promise<void> {
    const endMs = Date.now() + timeoutMs;
    while (await this.offers(title)) {
      if (Date.now() > endMs) throw new Error(`The command palette still offers "${title}" after ${timeoutMs / 1000} s`);
    }
  }

  /** A row by the text of its label, description or detail; to be waited for or looked at. */
  row(label: string | RegExp): Locator {
    const named = this.#page.locator('.label-name, .label-description, .quick-input-list-label-meta', { hasText: label });
    return this.#box.locator('.quick-input-list .monaco-list-row').filter({ has: named }).first();
  }

  /** Waits for a row, also one that appears later, and chooses it. */
  async choose(label: string | RegExp, timeoutMs = 60_000): Promise<void> {
    await this.row(label).waitFor({ state: 'visible', timeout: timeoutMs });
    await this.row(label).click({ timeout: timeoutMs });
  }

  /** Waits for a row, goes to it by arrow keys and presses Enter. */
  async press(label: string | RegExp, timeoutMs = 60_000): Promise<void> {
    await this.row(label).waitFor({ state: 'visible', timeout: timeoutMs });
    await this.#press(this.row(label));
  }

  /** A button at the end of a row, by what its tooltip says. It is on the screen while the pointer is on the row. */
  rowButton(row: string | RegExp, tooltip: string | RegExp): Locator {
    return this.row(row).getByRole('button', { name: tooltip });
  }

  async clickRowButton(row: string | RegExp, tooltip: string | RegExp): Promise<void> {
    await this.row(row).hover();
    await this.rowButton(row, tooltip).click();
  }

  /** All rows as a reader sees them: label, description and detail, one line each. */
  async rows(): Promise<readonly string[]> {
    const labels = await this.#box.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    return labels.map((text) => text.replace(/\s+/g, ' ').trim());
  }

  /** The labels of all rows, from the top, without descriptions and icons. */
  async labels(): Promise<readonly string[]> {
    return (await this.#box.locator('.quick-input-list .monaco-list-row .label-name').filter({ visible: true }).allInnerTexts()).map(
      (text) => text.trim(),
    );
  }

  /**
   * Types into an input box and presses Enter. A box that fills itself in a moment after it is shown would write over the answer:
   * `over` is what it fills in, and is waited for.
   */
  async answer(text: string, over?: RegExp): Promise<void> {
    await this.#text.waitFor({ state: 'visible' });
    const endMs = Date.now() + 60_000;
    while (over !== undefined && !over.test(await this.#text.inputValue())) {
      if (Date.now() > endMs) throw new Error(`The input box did not fill in ${over}, but "${await this.#text.inputValue()}"`);
    }
    await this.#text.fill(text);
    await this.#page.keyboard.press('Enter');
  }

  async dismiss(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#box.waitFor({ state: 'hidden' });
  }

  /**
   * The palette's list is made when it opens: a command of an extension that registers a moment later is not in it and
   * never gets in. So it is closed and opened again until the command is there.
   */
  async #withCommand(title: string, timeoutMs: number, use: (row: Locator) => Promise<void>): Promise<void> {
    const endMs = Date.now() + timeoutMs;
    while (Date.now() < endMs) {
      try {
        await this.#openPalette();
        // What was done before may take the focus now, and with it the palette away.
        await this.#text.fill(`>${title}`, { timeout: 1500 });
        await this.#command(title).waitFor({ state: 'visible', timeout: 1500 });
        await use(this.#command(title));
        return;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error;
        await this.#page.keyboard.press('Escape');
      }
    }
    throw new Error(`The command palette did not offer "${title}" within ${timeoutMs / 1000} s`);
  }

  async #press(row: Locator): Promise<void> {
    const chosen = row.and(this.#box.locator('.monaco-list-row.focused'));
    for (let steps = 0; !(await chosen.isVisible()); steps++) {
      if (steps === 100) throw new Error(`${row} was not reached by ${steps} arrow keys`);
      await this.#page.keyboard.press('ArrowDown');
    }
    await this.#page.keyboard.press('Enter');
  }

  #command(title: string): Locator {
    return this.row(new RegExp(`^${escaped(title)}$`));
  }

  async #openPalette(): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#text.waitFor({ state: 'visible', timeout: 3000 });
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
