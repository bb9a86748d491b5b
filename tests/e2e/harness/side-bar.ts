import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { retryAction } from './retry-action.ts';
import type { Workbench } from './workbench.ts';

/** The views of Laglens in the side bar. */
export class SideBar {
  readonly #workbench: Workbench;
  readonly #page: Page;

  private constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.#page = workbench.page;
  }

  /** Shows it by its icon in the activity bar. */
  static async open(workbench: Workbench): Promise<SideBar> {
    const icon = workbench.page.locator('.activitybar .action-label[aria-label^="Laglens"]');
    const shown = workbench.page.locator('.sidebar .composite.title', { hasText: 'Laglens' });
    await retryAction(async (timeout) => {
      if (!(await shown.isVisible())) await icon.first().click({ timeout });
      await shown.waitFor({ timeout });
    });
    return new SideBar(workbench);
  }

  /** A view with its header, by its title. */
  view(title: string): Locator {
    return this.#page.locator('.sidebar .pane').filter({ has: this.#page.locator('.pane-header', { hasText: title }) });
  }

  row(view: string, text: string | RegExp): Locator {
    return this.view(view).locator('.monaco-list-row', { hasText: text }).first();
  }

  /** All rows from the top, label and description in one line. */
  async rows(view: string): Promise<readonly string[]> {
    // A row's parts stand side by side without a blank.
    const rows: unknown = await this.#page.evaluate(`(() => {
      const isAsked = (pane) => pane.querySelector('.pane-header')?.textContent.includes(${JSON.stringify(view)});
      const pane = [...document.querySelectorAll('.sidebar .pane')].find(isAsked);
      const partsOf = (row) => [...row.querySelectorAll('.label-name, .label-description')].map((part) => part.textContent);
      return [...(pane?.querySelectorAll('.monaco-list-row') ?? [])].map(partsOf);
    })()`);
    assert.ok(Array.isArray(rows));
    return rows.map((texts: readonly string[]) => texts.join(' ').replace(/\s+/g, ' ').trim());
  }

  /** Waits until the rows are these; a text stands for its row's beginning. */
  async waitForRows(view: string, expected: readonly (string | RegExp)[]): Promise<void> {
    await eventually(
      () => this.rows(view),
      (rows) => {
        assert.equal(rows.length, expected.length, rows.join('\n'));
        for (const [index, text] of expected.entries()) {
          const row = rows[index] ?? '';
          assert.ok(typeof text === 'string' ? row.startsWith(text) : text.test(row), `${text} is not: ${rows.join('\n')}`);
        }
      },
    );
  }

  /** Presses a button at the end of a row, which is there while the pointer is. */
  async clickInline(view: string, row: string | RegExp, button: string): Promise<void> {
    const found = this.row(view, row);
    await retryAction(async (timeout) => {
      await this.#page.mouse.move(0, 0);
      await found.hover({ timeout });
      await found.locator(`.action-label[aria-label^="${button}"]`).click({ timeout });
    });
  }

  /** Presses a button in the title of a view, which is there while the pointer is. */
  async clickTitle(view: string, button: string): Promise<void> {
    const header = this.view(view).locator('.pane-header');
    await retryAction(async (timeout) => {
      await header.hover({ timeout });
      await header.locator(`.action-label[aria-label^="${button}"]`).click({ timeout });
    });
  }

  /** Chooses in a row's context menu. */
  async chooseInMenu(view: string, row: string | RegExp, item: string): Promise<void> {
    await this.#workbench.chooseInMenu(this.row(view, row), item);
  }
}
