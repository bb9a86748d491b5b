import assert from 'node:assert/strict';
import { errors, type Locator, type Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { retryAction } from './retry-action.ts';

/** A click also lasts as long as VS Code takes to hear it; done again, its command would run twice. */
const CLICK_MS = 30_000;
/** The box goes, or asks something else, as soon as it hears one. */
const HEARD_MS = 3_000;

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
  async runCommand(title: string): Promise<void> {
    await this.#withCommand(title, (row) => this.#click(row));
  }

  /** The same without the mouse. */
  async pressCommand(title: string): Promise<void> {
    await this.#withCommand(title, (row) => this.#press(row));
  }

  /** Waits until the palette offers a command: then the extension is there. */
  async waitForCommand(title: string): Promise<void> {
    await this.#withCommand(title, () => this.dismiss());
  }

  /** Waits until the palette no longer offers a command. @throws AssertionError when it still does after a minute */
  async waitUntilNotOffered(title: string): Promise<void> {
    await eventually(
      () => this.#offers(title),
      (offered) => assert.ok(!offered, `The command palette still offers "${title}"`),
    );
  }

  /** A row by the text of its label, description or detail; to be waited for or looked at. */
  row(label: string | RegExp): Locator {
    const named = this.#page.locator('.label-name, .label-description, .quick-input-list-label-meta', { hasText: label });
    return this.#box.locator('.quick-input-list .monaco-list-row').filter({ has: named }).first();
  }

  /** Waits for a row, also one that appears later, and chooses it. */
  async choose(label: string | RegExp, timeoutMs = 120_000): Promise<void> {
    const row = this.row(label);
    await row.waitFor({ state: 'visible', timeout: timeoutMs });
    await retryAction(() => this.#click(row), { timeoutMs });
  }

  /** Waits for a row, goes to it by arrow keys and presses Enter. */
  async press(label: string | RegExp, timeoutMs = 120_000): Promise<void> {
    await this.row(label).waitFor({ state: 'visible', timeout: timeoutMs });
    await this.#press(this.row(label));
  }

  /** A button at the end of a row, by what its tooltip says. It is on the screen while the pointer is on the row. */
  rowButton(row: string | RegExp, tooltip: string | RegExp): Locator {
    return this.row(row).getByRole('button', { name: tooltip });
  }

  async clickRowButton(row: string | RegExp, tooltip: string | RegExp): Promise<void> {
    // A list that is made anew below the pointer shows its buttons only after that has moved.
    await retryAction(async (timeout) => {
      await this.#page.mouse.move(0, 0);
      await this.row(row).hover({ timeout });
      await this.rowButton(row, tooltip).click({ trial: true, timeout });
    });
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
   * Types into an input box and presses Enter. A box that fills itself in a moment after it is shown writes over the answer, which is
   * then typed again; `over` is what a box fills in that would take the answer's end for the beginning of another.
   */
  async answer(text: string, over?: RegExp): Promise<void> {
    await this.#text.waitFor({ state: 'visible' });
    if (over !== undefined) {
      await eventually(
        () => this.#text.inputValue(),
        (value) => assert.match(value, over, 'what the input box fills in'),
      );
    }
    // A dialog for files does not hear it while it looks the path up.
    await retryAction(async (timeout) => {
      if (await this.#box.isVisible()) {
        if ((await this.#text.inputValue({ timeout })) !== text) await this.#text.fill(text, { timeout });
        await this.#page.keyboard.press('Enter');
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
   * The palette's list is made when it opens: a command of an extension that registers a moment later is not in it and
   * never gets in. So it is closed and opened again until the command is there.
   */
  async #withCommand(title: string, use: (row: Locator) => Promise<void>): Promise<void> {
    const offer = async (timeout: number): Promise<void> => {
      await this.#openPalette(timeout);
      // What was done before may take the focus now, and with it the palette away.
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

  /** Whether the palette offers a command right now. */
  #offers(title: string): Promise<boolean> {
    const words = title.split(/\W+/).filter((word) => word !== '');
    const rows = this.#box.locator('.quick-input-list .monaco-list-row');
    /** Of what the palette listed before it looked for the title. */
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
   * Clicks a row until that is heard: lists are read again while they are open, and a click passes by a row that is made anew between its
   * two halves.
   * @throws TimeoutError when it was not heard
   */
  async #click(row: Locator): Promise<void> {
    const asked = await this.#question();
    await row.click({ timeout: CLICK_MS });
    for (const endMs = Date.now() + HEARD_MS; Date.now() < endMs; ) if ((await this.#question()) !== asked) return;
    throw new errors.TimeoutError(`A click on ${row} was not heard`);
  }

  /** What the box asks, and what was typed into it; empty when it is not there. A window that is being loaded anew has none. */
  async #question(): Promise<string> {
    const read = this.#page.evaluate(`(() => {
      const box = document.querySelector('.quick-input-widget');
      if (box === null || box.getClientRects().length === 0) return '';
      const { value, placeholder } = box.querySelector('input.input');
      return [box.querySelector('.quick-input-title')?.textContent, placeholder, value].join('\\n');
    })()`);
    return read.then(String, () => '');
  }

  /** Escape is of the page's, too: it is pressed for the box alone. A button that was clicked may have gone with its row, and the focus with it. */
  async #putAway(): Promise<void> {
    if (!(await this.#box.isVisible())) return;
    if (await this.#text.isVisible()) await this.#text.focus({ timeout: 1_000 }).catch(() => undefined);
    await this.#page.keyboard.press('Escape');
  }

  /** @throws TimeoutError when the row is gone, or was not reached */
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
