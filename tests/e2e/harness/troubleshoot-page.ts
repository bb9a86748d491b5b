import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

/** The page of *Troubleshoot Connection*. */
export class TroubleshootPage {
  readonly frame: Frame;

  private constructor(frame: Frame) {
    this.frame = frame;
  }

  static async find(workbench: Workbench): Promise<TroubleshootPage> {
    return new TroubleshootPage(await workbench.webview('main .checks'));
  }

  /** Its tab; that of the report as text has another name. */
  static tab(workbench: Workbench): Locator {
    return workbench.page.getByRole('tab', { name: /^Laglens Troubleshooting(?! Report)/ });
  }

  /** A step's row. */
  row(title: string): Locator {
    return this.frame.locator('.check').filter({ has: this.frame.getByRole('heading', { name: title, exact: true }) });
  }

  button(label: string): Locator {
    return this.frame.getByRole('button', { name: label, exact: true });
  }

  /** Waits for the headline, which changes with each step. */
  async waitForHeadline(text: string | RegExp): Promise<void> {
    await this.frame.locator('h1').filter({ hasText: text }).waitFor();
  }

  /** The word of each sign, as screen readers get it, and the step beside it. */
  verdicts(): Promise<readonly string[]> {
    return this.frame
      .locator('.check')
      .evaluateAll((rows) =>
        rows.map((row) => `${row.querySelector('[role="img"]')?.getAttribute('aria-label')}: ${row.querySelector('h2')?.textContent}`),
      );
  }

  /** State and title of each illustrated step; none while there is a phone. */
  guide(): Promise<readonly string[]> {
    return this.frame
      .locator('.guide-steps li')
      .evaluateAll((steps) =>
        steps.map((step) => `${step.getAttribute('data-state')}: ${step.querySelector('h2 span:last-child')?.textContent}`),
      );
  }

  async waitForVerdicts(expected: readonly string[]): Promise<void> {
    await eventually(
      () => this.verdicts(),
      (verdicts) => assert.deepEqual(verdicts, expected),
    );
  }

  /** As the browser computes it. */
  async colour(selector: string, property: 'color' | 'backgroundColor' | 'borderTopColor'): Promise<string> {
    return String(await this.frame.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`));
  }

  /** All that the page says. */
  text(): Promise<string> {
    return this.frame.locator('main').innerText();
  }
}
