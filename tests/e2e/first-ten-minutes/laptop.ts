import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { costPlaces } from '../harness/heat-readings.ts';
import { LaglensPanel } from '../harness/laglens-panel.ts';
import { step } from '../harness/step.ts';
import type { WindowTest } from '../windows/shared-window.ts';
import type { ShopWindow } from '../windows/shop-window.ts';

/** CSS pixels of a row, as in `webview/flame/drawing/painter.ts`. */
const ROW_HEIGHT = 20;
/** Of a cause, a line and the space around all, in CSS pixels. */
const CAUSE_LINE = 18;
const CAUSE_SPACE = 7;
const screen = { width: 1366, height: 800 };
/** Least width of the column of functions where the page has it, in CSS pixels: of the table, and of the list beside graphs with its 18 letters. */
const NAME_COLUMNS = { 3: 160, 4: 240 };

export const laptop: WindowTest<ShopWindow> = {
  name: 'the main gesture at the size of a laptop: list, flame graph and source beside each other',
  ...screen,
  async run(t, { workbench }) {
    const { page } = workbench;
    const explorer = await page.locator('.part.sidebar .explorer-folders-view').boundingBox();
    assert.ok(explorer !== null && explorer.width > 150, 'the Explorer is open');
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench, 'recorded');
    const { frame } = panel;
    await panel.selectLag('CheckoutScreen.showDeliveryQuote');
    const press = async (mode: number): Promise<void> => {
      await frame.locator('.lags').focus();
      await page.keyboard.press(String(mode));
      await frame
        .locator('.modes [role="radio"]')
        .nth(mode - 1)
        .and(frame.locator('[aria-checked="true"]'))
        .waitFor();
    };

    await step(t, 'the bars above the views and what is below them stay where they are in all four views', async () => {
      const places: string[] = [];
      for (const mode of [1, 2, 3, 4, 1]) {
        await press(mode);
        places.push(await placesOfBars(frame));
      }
      assert.deepEqual(
        places,
        places.map(() => places[0]),
      );
    });

    await panel.openFrame('CheckoutScreen.showDeliveryQuote');
    await page.locator('.tab.active[data-resource-name="CheckoutScreen.java"]').waitFor();

    for (const [name, size, least, lines] of [
      ['1366 x 800', screen, 10, 3],
      ['900 x 600', { width: 900, height: 600 }, 5, 4],
      ['200 % zoom', { width: screen.width / 2, height: screen.height / 2 }, 3, 4],
    ] as const) {
      await step(t, `after the double click, ${name}: the lag and ${least} rows of its flame graph`, async () => {
        await page.setViewportSize(size);
        const seen = await eventually(
          () => seenOf(frame),
          ({ rows }) => assert.ok(rows >= least, `${rows} rows`),
        );
        t.diagnostic(`${name}: ${JSON.stringify(seen)}`);
        assert.ok(seen.lag >= 20, `${seen.lag} pixels of the selected lag's row`);
        assert.equal(seen.overflow, 0, 'the page scrolls as a whole');
        assert.ok(seen.above <= 3 * 38 + lines * CAUSE_LINE + CAUSE_SPACE, `${seen.above} pixels of bars and cause above the flame graph`);
      });

      await step(t, `${name}: table and sandwich keep the functions' names`, async () => {
        for (const mode of [4, 3] as const) {
          await press(mode);
          await frame.locator('.table-row').filter({ visible: true }).first().waitFor();
          const { cut, heads, column, room } = await namesOf(frame);
          assert.ok(column >= Math.min(NAME_COLUMNS[mode], room - 94), `the column has ${column} of ${room} pixels`);
          assert.deepEqual(heads, [], 'heads that are cut');
          assert.deepEqual(cut, [], 'names that are cut without an ellipsis, or though the column has its width');
        }
        await press(1);
      });
    }

    await step(t, 'with the threads open, the lag’s whole row and six of the flame graph are left', async () => {
      await page.setViewportSize(screen);
      await frame.locator('.disclosure', { hasText: 'Tracks' }).click();
      await frame.locator('.tracks').waitFor();
      await eventually(
        () => seenOf(frame),
        ({ rows, lag, overflow }) => assert.ok(rows >= 6 && lag >= 74 && overflow === 0, `${rows} rows, ${lag} pixels of the lag`),
      );
      await frame.locator('.disclosure', { hasText: 'Tracks' }).click();
    });

    await step(t, 'the process and the stack at the end are a click away', async () => {
      const stack = frame.locator('.recent-stack');
      await stack.waitFor({ state: 'hidden' });
      await frame.getByRole('button', { name: 'Details' }).click();
      await stack.getByText('Stack at the end of the lag').waitFor();
      await frame.getByRole('button', { name: 'Details' }).click();
      await stack.waitFor({ state: 'hidden' });
    });

    await step(t, 'the sandwich goes on with the function of the next lag', async () => {
      await press(3);
      const heading = (name: string) => frame.getByRole('heading', { name: `Who calls ${name}` });
      await frame.locator('.sandwich .table-row', { hasText: 'CheckoutScreen.showDeliveryQuote' }).click();
      await heading('CheckoutScreen.showDeliveryQuote').waitFor();
      await frame.locator('.lags').focus();
      for (let lag = 0; lag < 30 && !(await frame.locator('.summary', { hasText: 'ImageDecoder.decode' }).isVisible()); lag++)
        await page.keyboard.press('ArrowDown');
      await heading('ImageDecoder.decode').waitFor();
      await frame.locator('.sandwich > .empty').waitFor({ state: 'hidden' });
    });

    await step(t, 'the cost of a line that is longer than its editor stands before its code', async () => {
      await press(1);
      await panel.openFrame('ImageDecoder.decode');
      await page.locator('.tab.active[data-resource-name="ImageDecoder.java"]').waitFor();
      await page.setViewportSize({ width: 1000, height: 800 });
      const places = await eventually(
        () => costPlaces(page),
        (costs) =>
          assert.ok(
            costs.some(({ codeEnd, room }) => codeEnd > room),
            `no hot line is longer than its editor: ${JSON.stringify(costs)}`,
          ),
      );
      for (const { text, left, right, code, room } of places)
        assert.ok(left >= 3 && right < room && right < code, `${text}: ${left} to ${right}, the code from ${code}, ${room} pixels`);
    });
  },
};

/** Places of the bars and of the controls that all views have. */
async function placesOfBars(frame: Frame): Promise<string> {
  return String(
    await frame.evaluate(`['.modes', '.modes .segments', '.modes .icon-button:last-child', '.crumbs', '.crumbs .select', '.crumbs .search', '.lag-line', '.view-body']
      .map((selector) => {
        const { x, y, width } = document.querySelector(selector).getBoundingClientRect();
        return selector + ' ' + [x, y, width].map(Math.round).join(' ');
      }).join('\\n')`),
  );
}

interface Seen {
  /** Whole rows of the flame graph with boxes. */
  readonly rows: number;
  /** Pixels of the selected row of the list. */
  readonly lag: number;
  /** Pixels by which the page is higher than its window. */
  readonly overflow: number;
  /** Pixels of the view above the flame graph's scale. */
  readonly above: number;
}

async function seenOf(frame: Frame): Promise<Seen> {
  const seen: unknown = await frame.evaluate(`(() => {
    const within = (inner, outer) => {
      const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      return Math.max(0, Math.min(a.bottom, b.bottom, innerHeight) - Math.max(a.top, b.top, 0));
    };
    const flame = document.querySelector('.flame');
    const from = flame.scrollTop;
    const to = from + within(flame.querySelector('canvas'), flame);
    const all = flame.querySelector('.flame-spacer').offsetHeight;
    const row = document.querySelector('.lag[aria-selected="true"]');
    const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
    return {
      rows: Math.floor(Math.min(to, all) / ${ROW_HEIGHT}) - Math.ceil(from / ${ROW_HEIGHT}),
      lag: row === null ? 0 : within(row, document.querySelector('.lags')),
      overflow: Math.max(document.documentElement.scrollHeight, document.body.scrollHeight) - innerHeight,
      above: top('.view-body') - top('.main'),
    };
  })()`);
  return Object(seen);
}

interface Names {
  readonly cut: readonly string[];
  readonly heads: readonly string[];
  readonly column: number;
  readonly room: number;
}

async function namesOf(frame: Frame): Promise<Names> {
  const names: unknown = await frame.evaluate(`(() => {
    const isShown = (node) => node.getClientRects().length > 0;
    const table = [...document.querySelectorAll('.table')].find(isShown);
    const cut = (node) => node.scrollWidth > node.clientWidth;
    const column = table.querySelector('.column-name').offsetWidth;
    const rows = [...table.querySelectorAll('.table-row .name')];
    const wrong = rows.filter((name) => {
      const owner = name.querySelector('.owner');
      const method = name.querySelector('.function') ?? name;
      // The owner is whole, or has room for its ellipsis and a letter.
      const isOwnerLost = owner !== null && cut(owner) && owner.clientWidth < 14;
      return isOwnerLost || (cut(method) && (column >= ${NAME_COLUMNS[4]} || getComputedStyle(method).textOverflow !== 'ellipsis'));
    });
    return {
      cut: wrong.map((name) => name.textContent),
      heads: [...table.querySelectorAll('.table-head button')].filter((head) => isShown(head) && cut(head.parentElement)).map((head) => head.textContent),
      column,
      room: table.clientWidth,
    };
  })()`);
  return Object(names);
}
