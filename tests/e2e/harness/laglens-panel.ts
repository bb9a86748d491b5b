import assert from 'node:assert/strict';
import { errors, type Frame, type Locator, type Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

/** Texts of the tooltip over a flame graph's box. */
interface BoxTooltip {
  /** `Class.method`. */
  readonly name: string;
  /** `File.kt:12`, or why there is no source. */
  readonly place: string;
}

/** A flame graph unshown for this long belongs to a left view. */
const LEFT_VIEW_MS = 3_000;

/** Windows whose hints are closed. */
const hinted = new WeakSet<Workbench>();

/** The Laglens page in the visible webview: a capture's panel or an opened session file. */
export class LaglensPanel {
  readonly frame: Frame;
  readonly #page: Page;

  private constructor(page: Page, frame: Frame) {
    this.#page = page;
    this.frame = frame;
  }

  /**
   * Waits for the page. It is drawn again for another session: call this again then.
   * @param phase `recorded` waits until a file is read, the others for a capture that runs or has
   *   ended, whatever was on the screen before
   */
  static async find(workbench: Workbench, phase?: 'recording' | 'stopped' | 'recorded'): Promise<LaglensPanel> {
    // Between a session's facts and its first samples the page is not busy yet.
    const isRead = phase === 'recorded' ? ':not([aria-busy]):not([data-samples="0"])' : '';
    return new LaglensPanel(workbench.page, await workbench.webview(phase ? `#page[data-phase="${phase}"]${isRead}` : 'header .phase'));
  }

  /** Opens the sample session, closes its hints, which VS Code shows once, and shows all of it. */
  static async openSample(workbench: Workbench): Promise<LaglensPanel> {
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    await panel.summary.waitFor();
    if (!hinted.has(workbench)) {
      const close = panel.frame.locator('.coach-mark button');
      await close.click();
      await close.waitFor({ state: 'hidden' });
      hinted.add(workbench);
    }
    await panel.frame.locator('.lags').focus();
    await workbench.page.keyboard.press('Escape');
    await panel.summary.waitFor({ state: 'hidden' });
    return panel;
  }

  /** The state in the header: "Recording 0:03", "Recorded 0:20". */
  get phase(): Locator {
    return this.frame.locator('header .phase');
  }

  /** A data-quality warning. */
  warning(text: string | RegExp): Locator {
    return this.frame.locator('ul.warnings li', { hasText: text }).first();
  }

  /** Rows of the lag list, optionally with a text. */
  lags(text: string | RegExp = ''): Locator {
    return this.frame.locator('li.lag:not(.stutter)', { hasText: text });
  }

  /** Rows of open lags. */
  openLags(text: string | RegExp = ''): Locator {
    return this.frame.locator('li.lag[data-open="true"]', { hasText: text });
  }

  get summary(): Locator {
    return this.frame.locator('.summary:not(.group-summary)');
  }

  /** The shown view's flame graph; of the sandwich's two the upper. */
  get flame(): Locator {
    return this.frame.locator('.flame').filter({ visible: true }).first();
  }

  async selectLag(text: string | RegExp): Promise<void> {
    await this.lags(text).first().click();
    await this.summary.waitFor({ state: 'visible' });
  }

  /**
   * Moves the pointer down the flame graph's middle and quarters until the tooltip names `name`, and leaves it there. Scrolls a taller
   * graph by wheel.
   * @param timeoutMs limit for the drawing
   * @throws AssertionError with all met names if it isn't found
   */
  async hover(name: string | RegExp, row = 20, timeoutMs?: number): Promise<BoxTooltip> {
    const found = await eventually(
      () => this.#search(name, row),
      ({ met, tooltip }) => assert.ok(tooltip, `No box of the flame graph is named ${name}; there are: ${[...met].join(', ') || 'none'}`),
      timeoutMs,
    );
    assert.ok(found.tooltip);
    return found.tooltip;
  }

  async #search(name: string | RegExp, row: number): Promise<{ readonly met: ReadonlySet<string>; readonly tooltip?: BoxTooltip }> {
    const met = new Set<string>();
    // A page beside a source is small and scrolls. A left view's flame graph never shows again.
    const isShown = await this.flame.scrollIntoViewIfNeeded({ timeout: LEFT_VIEW_MS }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.TimeoutError) return false;
        throw error;
      },
    );
    if (!isShown) return { met };
    for (const part of [0.5, 0.25, 0.75, 0.4, 0.6, 0.1, 0.9]) {
      await this.#wheelFlame(-1e6);
      do {
        const box = await placeOf(this.flame);
        for (let y = row / 2; y < box.height; y += row) {
          await this.#page.mouse.move(box.x + part * box.width, box.y + y);
          const tooltip = await this.#tooltip();
          if (tooltip === undefined) continue;
          met.add(tooltip.name);
          if (typeof name === 'string' ? tooltip.name.includes(name) : name.test(tooltip.name)) return { met, tooltip };
        }
      } while (await this.#wheelFlame((await placeOf(this.flame)).height - row));
    }
    return { met };
  }

  /** Clicks the flame graph's box with this name. */
  async selectFrame(name: string | RegExp): Promise<BoxTooltip> {
    const tooltip = await this.hover(name);
    await this.#click();
    return tooltip;
  }

  /** Opens the source of this box by a double click, or a click with a key. */
  async openFrame(name: string | RegExp, modifier?: 'Alt' | 'Control'): Promise<BoxTooltip> {
    const tooltip = await this.hover(name);
    await this.#takeFocus();
    if (modifier) await this.#page.keyboard.down(modifier);
    await this.#click();
    if (modifier) await this.#page.keyboard.up(modifier);
    else await this.#click(2);
    return tooltip;
  }

  /**
   * VS Code checks a webview's focus four times a second. A separate click takes the focus first: its notice, coming after the source was
   * opened, would take the focus from it.
   */
  async #takeFocus(): Promise<void> {
    const cursor = this.#page.locator('[id="status.editor.selection"]');
    if (!(await cursor.isVisible())) return;
    await this.#click();
    await cursor.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
  }

  /** At the pointer. @param clickCount 2 makes it a double click's second */
  async #click(clickCount = 1): Promise<void> {
    await this.#page.mouse.down({ clickCount });
    await this.#page.mouse.up({ clickCount });
  }

  /**
   * Moves the pointer along the timeline until the tooltip names a mark, which moves during a capture.
   * @throws AssertionError with all met names if it isn't found
   */
  async hoverMark(name: string, step = 12): Promise<void> {
    const timeline = this.frame.locator('.timeline');
    await timeline.scrollIntoViewIfNeeded();
    const search = async (): Promise<ReadonlySet<string>> => {
      const box = await placeOf(timeline);
      const met = new Set<string>();
      for (let x = step / 2; x < box.width && !met.has(name); x += step) {
        await this.#page.mouse.move(box.x + x, box.y + 8);
        const tooltip = await this.#tooltip();
        // Between marks it has only the time.
        if (tooltip?.name === name || tooltip?.place) met.add(tooltip.name);
      }
      return met;
    };
    await eventually(search, (met) => assert.ok(met.has(name), `No mark is named ${name}; there are: ${[...met].join(', ') || 'none'}`));
  }

  /** Scrolls the flame graph to an end; false if it was there already. */
  async #wheelFlame(by: number): Promise<boolean> {
    const before = await this.#flameScroll();
    const goal = Math.min(Math.max(before.at + by, 0), before.end);
    if (Math.abs(goal - before.at) < 1) return false;
    const left = async (): Promise<number> => {
      const { at, end } = await this.#flameScroll();
      return Math.min(goal, end) - at;
    };
    for (let attempt = 0; attempt < 20; attempt++) {
      // Text that appears above moves it away.
      const frame = await placeOf(this.flame);
      await this.#page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
      await this.#page.mouse.wheel(0, await left());
      for (const againMs = Date.now() + 3000; Date.now() < againMs; ) if (Math.abs(await left()) < 1) return true;
    }
    throw new Error('The flame graph did not follow the wheel within 60 s');
  }

  /** Scroll position and its maximum, in pixels. */
  async #flameScroll(): Promise<{ readonly at: number; readonly end: number }> {
    const [frame, all] = await Promise.all([placeOf(this.flame), placeOf(this.flame.locator('.flame-spacer'))]);
    return { at: frame.y - all.y, end: Math.max(0, all.height - frame.height) };
  }

  async #tooltip(): Promise<BoxTooltip | undefined> {
    const tooltip = this.frame.locator('.tooltip');
    // The pointer's event places the tooltip before this answer.
    if (!(await tooltip.isVisible())) return undefined;
    const [name = '', place = ''] = await tooltip.locator(':scope > div').allInnerTexts();
    return { name, place };
  }
}

type Place = Exclude<Awaited<ReturnType<Locator['boundingBox']>>, null>;

/** Its place in the window. @throws Error if it is not on the screen */
async function placeOf(shown: Locator): Promise<Place> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error(`${shown} is not on the screen`);
  return box;
}
