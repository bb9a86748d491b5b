import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { retryAction } from './retry-action.ts';
import { step } from './step.ts';

/** In the work tree, ignored by git, overwritten by the next run. */
const PICTURES = fileURLToPath(new URL('../../../.cache/e2e', import.meta.url));

/** More, and a person gives up or reads the manual. */
const MOST_ACTIONS = 5;

/**
 * A person's actions in one task: a click, a double click, a right click, a key, or one text typed. Moves of the pointer are free.
 * @throws AssertionError at the action after the last one
 */
class CountedActions {
  readonly #page: Page;
  readonly #done: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  get count(): number {
    return this.#done.length;
  }

  /** @param effect what the click brings: repeated until then, as VS Code misses clicks while busy; still one action */
  async click(what: string, target: Locator, effect?: Locator): Promise<void> {
    this.#count(`click ${what}`);
    await this.#until((timeout) => target.click({ timeout }), effect);
  }

  async doubleClick(what: string, target: Locator): Promise<void> {
    this.#count(`double click ${what}`);
    await target.dblclick();
  }

  async rightClick(what: string, target: Locator, effect?: Locator): Promise<void> {
    this.#count(`right click ${what}`);
    await this.#until((timeout) => target.click({ button: 'right', timeout }), effect);
  }

  /** At the pointer's place, for a drawn flame graph. */
  async rightClickHere(what: string, effect: Locator): Promise<void> {
    this.#count(`right click ${what}`);
    await this.#page.mouse.down({ button: 'right' });
    await this.#page.mouse.up({ button: 'right' });
    await effect.waitFor();
  }

  async press(key: string): Promise<void> {
    this.#count(`press ${key}`);
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.#count(`type ${text}`);
    await this.#page.keyboard.insertText(text);
  }

  /** A list of the page takes two: one opens it, one chooses. Chromium draws it outside the window. */
  async choose(what: string, list: Locator, value: string): Promise<void> {
    this.#count(`click ${what}`);
    this.#count(`click ${value}`);
    await list.selectOption(value);
  }

  async #until(act: (timeout: number) => Promise<void>, effect: Locator | undefined): Promise<void> {
    if (effect === undefined) return act(30_000);
    await retryAction(async (timeout) => {
      if (!(await effect.first().isVisible())) await act(timeout);
      await effect.first().waitFor({ timeout });
    });
  }

  #count(action: string): void {
    this.#done.push(action);
    assert.ok(this.#done.length <= MOST_ACTIONS, `more than ${MOST_ACTIONS} actions: ${this.#done.join(', ')}`);
  }
}

/** A person's tasks in one window, each a test of its own, with a picture of its end. */
export class CountedTasks {
  readonly #test: TestContext;
  readonly #page: Page;
  readonly #counts: (readonly [task: string, actions: number | string])[] = [];

  constructor(test: TestContext, page: Page) {
    this.#test = test;
    this.#page = page;
  }

  async do<T>(task: string, body: (hands: CountedActions) => Promise<T>): Promise<T> {
    const hands = new CountedActions(this.#page);
    const results: T[] = [];
    await step(this.#test, task, async () => void results.push(await body(hands)));
    this.#counts.push([task, hands.count]);
    await mkdir(PICTURES, { recursive: true });
    await this.#page.screenshot({ path: join(PICTURES, `task-${this.#counts.length}.png`) });
    for (const result of results) return result;
    throw new Error(`${task} has no result`);
  }

  /** Says each task's number of actions. */
  show(): void {
    const width = Math.max(...this.#counts.map(([task]) => task.length));
    for (const [task, actions] of [['task', 'actions'] as const, ...this.#counts])
      this.#test.diagnostic(`${task.padEnd(width)} | ${actions}`);
  }
}
