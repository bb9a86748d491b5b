import assert from 'node:assert/strict';
import { errors, type Locator, type Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { retryAction } from './retry-action.ts';

/** A click lasts until VS Code handles it; repeated, its command would run twice. */
const CLICK_MS = 30_000;
/** Devices and their apps may take so long on a quiet computer. */
const LISTED_MS = 5_000;
/** The box closes, or changes its question, when it handles one. */
const HEARD_MS = 3_000;

/** The box at the window's top: command palette, quick picks and input boxes. */
export class QuickInput {
  readonly #page: Page;
  readonly #box: Locator;
  readonly #text: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator('.quick-input-widget');
    this.#text = this.#box.locator('input.input');
  }

  /** @param title full, as in "Laglens: Start Lag Capture" @throws Error if it is not offered in time */
  async runCommand(title: string): Promise<void> {
    await this.#withCommand(title, (row) => this.#click(row));
  }

  /** The same without the mouse. */
  async pressCommand(title: string): Promise<void> {
    await this.#withCommand(title, (row) => this.#press(row));
  }

  /** The extension is ready when the palette offers its command. */
  async waitForCommand(title: string): Promise<void> {
    await this.#withCommand(title, () => this.dismiss());
  }

  /** @throws AssertionError if the palette still offers it after a minute */
  async waitUntilNotOffered(title: string): Promise<void> {
    await eventually(
      () => this.#offers(title),
      (offered) => assert.ok(!offered, `The command palette still offers "${title}"`),
    );
  }

  /** By its label, description or detail. */
  row(label: string | RegExp): Locator {
    const named = this.#page.locator('.label-name, .label-description, .quick-input-list-label-meta', { hasText: label });
    return this.#box.locator('.quick-input-list .monaco-list-row').filter({ has: named }).first();
  }

  /** Opens a list by a page's button: VS Code closes it if it learns of the page's focus only then. */
  async openBy(open: () => Promise<void>, label: string | RegExp): Promise<void> {
    await retryAction(async (timeout) => {
      await open();
      await this.row(label).waitFor({ state: 'visible', timeout });
    });
  }

  /**
   * Opens a list, and chooses a row of it and of those that follow. VS Code closes a list if it learns late that something else has the
   * focus; there is no way to choose that does not open it again.
   */
  async chooseAfter(open: () => Promise<unknown>, ...labels: readonly (string | RegExp)[]): Promise<void> {
    await this.#afterOpening(open, labels, (row) => this.#click(row));
  }

  /** The same by arrow keys and Enter. */
  async pressAfter(open: () => Promise<unknown>, ...labels: readonly (string | RegExp)[]): Promise<void> {
    await this.#afterOpening(open, labels, (row) => this.#press(row));
  }

  async #afterOpening(
    open: () => Promise<unknown>,
    labels: readonly (string | RegExp)[],
    choose: (row: Locator) => Promise<void>,
  ): Promise<void> {
    await retryAction(
      async (timeout) => {
        await open();
        for (const label of labels) {
          await this.row(label).waitFor({ state: 'visible', timeout });
          await choose(this.row(label));
        }
      },
      { waitMs: LISTED_MS },
    );
  }

  /** By its tooltip; visible while the pointer is on the row. */
  rowButton(row: string | RegExp, tooltip: string | RegExp): Locator {
    return this.row(row).getByRole('button', { name: tooltip });
  }

  async clickRowButton(row: string | RegExp, tooltip: string | RegExp): Promise<void> {
    // A list updated below the pointer shows its buttons only after a move.
    await retryAction(async (timeout) => {
      await this.#page.mouse.move(0, 0);
      await this.row(row).hover({ timeout });
      await this.rowButton(row, tooltip).click({ trial: true, timeout });
    });
    await this.rowButton(row, tooltip).click();
  }

  /** All rows as shown: label, description and detail, a line each. */
  async rows(): Promise<readonly string[]> {
    const labels = await this.#box.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    return labels.map((text) => text.replace(/\s+/g, ' ').trim());
  }

  /** Labels of all rows from the top, without descriptions and icons. */
  async labels(): Promise<readonly string[]> {
    return (await this.#box.locator('.quick-input-list .monaco-list-row .label-name').filter({ visible: true }).allInnerTexts()).map(
      (text) => text.trim(),
    );
  }

  /**
   * Types into an input box and presses Enter. Some boxes fill themselves after opening, over the answer, which is then typed again. @param
   * over a box's own text that would take the answer's end for a beginning
   */
  async answer(text: string, over?: RegExp): Promise<void> {
    await this.#text.waitFor({ state: 'visible' });
    if (over !== undefined) {
      await eventually(
        () => this.#text.inputValue(),
        (value) => assert.match(value, over, 'what the input box fills in'),
      );
    }
    let tries = 0;
    // A file dialog ignores Enter while it resolves the path, and sometimes until the path changes.
    await retryAction(async (timeout) => {
      if (await this.#box.isVisible()) {
        if (tries++ > 1) await this.#text.fill('', { timeout });
        if ((await this.#text.inputValue({ timeout })) !== text) await this.#text.fill(text, { timeout });
        await this.#text.press('Enter', { timeout });
      }
      await this.#box.waitFor({ state: 'hidden', timeout });
    });
  }

  async dismiss(): Promise<void> {
    await retryAction(async (timeout) => {
      await this.#putAway();
      await this.#box.waitFor({ state: 'hidden', timeout });
    });
  }

  /**
   * The palette lists commands when it opens; one that an extension registers later never appears. So the palette is reopened until it
   * does.
   */
  async #withCommand(title: string, use: (row: Locator) => Promise<void>): Promise<void> {
    const offer = async (timeout: number): Promise<void> => {
      await this.#openPalette(timeout);
      // Earlier actions may take the focus, and close the palette.
      await this.#text.fill(`>${title}`, { timeout });
      await this.#command(title).click({ trial: true, timeout });
      await use(this.#command(title));
    };
    try {
      await retryAction(offer, { before: () => this.#putAway() });
    } catch (error) {
      throw new Error(`The command palette did not offer "${title}"`, { cause: error });
    }
  }

  #offers(title: string): Promise<boolean> {
    const words = title.split(/\W+/).filter((word) => word !== '');
    const rows = this.#box.locator('.quick-input-list .monaco-list-row');
    /** Listed before the palette searched the title. */
    const others = rows.filter({ hasNotText: new RegExp(['no matching', ...words].join('|'), 'i') });
    const read = async (timeout: number): Promise<boolean> => {
      await this.#openPalette(timeout);
      await this.#text.fill(`>${title}`, { timeout });
      await others.first().waitFor({ state: 'detached', timeout });
      await rows.first().waitFor({ timeout });
      const offered = await this.#command(title).isVisible();
      await this.dismiss();
      return offered;
    };
    return retryAction(read, { before: () => this.#putAway() });
  }

  /**
   * Clicks a row until it is handled: open lists are refreshed, and a click misses a row replaced between its halves.
   * @throws TimeoutError if it was not handled
   */
  async #click(row: Locator): Promise<void> {
    const asked = await this.#question();
    await row.click({ timeout: CLICK_MS });
    // A tab that appears below the pointer would show a tooltip, which takes the next click.
    await this.#page.mouse.move(1, 1);
    for (const endMs = Date.now() + HEARD_MS; Date.now() < endMs; ) if ((await this.#question()) !== asked) return;
    throw new errors.TimeoutError(`A click on ${row} was not heard`);
  }

  /** The box's question and input; empty without a box or in a loading window. */
  async #question(): Promise<string> {
    const read = this.#page.evaluate(`(() => {
      const box = document.querySelector('.quick-input-widget');
      if (box === null || box.getClientRects().length === 0) return '';
      const { value, placeholder } = box.querySelector('input.input');
      return [box.querySelector('.quick-input-title')?.textContent, placeholder, value].join('\\n');
    })()`);
    return read.then(String, () => '');
  }

  /** Presses Escape only for the box, as the page handles it, too. A clicked button may have gone with its row and the focus. */
  async #putAway(): Promise<void> {
    if (!(await this.#box.isVisible())) return;
    if (await this.#text.isVisible()) await this.#text.focus({ timeout: 1_000 }).catch(() => undefined);
    await this.#page.keyboard.press('Escape');
  }

  /** @throws TimeoutError if the row is gone or unreachable */
  async #press(row: Locator): Promise<void> {
    const chosen = row.and(this.#box.locator('.monaco-list-row.focused'));
    for (let steps = 0; !(await chosen.isVisible()); steps++) {
      if (steps === 100 || !(await this.#box.isVisible())) throw new errors.TimeoutError(`${row} was not reached by ${steps} arrow keys`);
      await this.#page.keyboard.press('ArrowDown');
    }
    await this.#page.keyboard.press('Enter');
  }

  #command(title: string): Locator {
    return this.row(new RegExp(`^${escaped(title)}$`));
  }

  async #openPalette(timeout: number): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#text.waitFor({ state: 'visible', timeout });
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
