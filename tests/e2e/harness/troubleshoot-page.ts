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
  async verdicts(): Promise<readonly string[]> {
    const rows = await this.frame.locator('.check').all();
    return Promise.all(
      rows.map(async (row) => `${await row.getByRole('img').getAttribute('aria-label')}: ${await row.getByRole('heading').innerText()}`),
    );
  }

  /** State and title of each illustrated step; none while there is a phone. */
  async guide(): Promise<readonly string[]> {
    const steps = await this.frame.locator('.guide-steps li').all();
    return Promise.all(
      steps.map(async (step) => `${await step.getAttribute('data-state')}: ${await step.locator('h2 span').last().innerText()}`),
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
