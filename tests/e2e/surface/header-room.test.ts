import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordMain } from '../../../bench/support/bench-session.ts';
import { bundleOf, LonePage, mostOf, type PageBundle } from '../../../bench/support/lone-page.ts';
import type { ToPage } from '../../../protocol/page-protocol.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';

// The page of the .vsix alone in Chromium: a capture with a serious warning, which cannot be had in time from an app.

/** CSS pixels. */
const WIDTHS = [300, 340, 480, 620, 640, 860, 900, 1018, 1366, 1920];
const warning = 'The agent of this app is older than Laglens, and does not report the owners of locks, the queue of main, and late frames.';

let browser: Browser;
let bundle: PageBundle;

before(async () => {
  bundle = await bundleOf(await buildVsix(() => undefined));
  browser = await openBrowser({ width: 1366, height: 700 });
});

after(() => browser.close());

test('a capture’s header is one row of controls beside each other at ten widths, with a warning in it, before and after Stop', async () => {
  const { page } = browser;
  const lone = await LonePage.open(page, bundle);
  const recording = await recordMain(2_000);
  await lone.follow(recording, mostOf(recording), 1);
  const send = (message: ToPage): Promise<unknown> => page.evaluate(`window.postMessage(${JSON.stringify(message)})`);
  await page.locator('#page[data-phase="recording"]').waitFor();
  await send({ type: 'warnings', warnings: [{ code: 'oldAgent', text: warning }] });
  await page.locator('header .notes', { hasText: warning }).waitFor();
  const heights = new Set<number>();
  for (const phase of ['recording', 'stopped'] as const) {
    await send({ type: 'phase', phase, detail: '', ...(phase === 'stopped' && { keptSessions: 20 }) });
    await page.locator(`#page[data-phase="${phase}"]`).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      const { faults, height } = await eventually(
        async () => Object(await page.evaluate(headerScript)),
        (header) => assert.equal(header.width, width),
      );
      assert.deepEqual(faults, [], `${phase}, ${width} pixels`);
      // The editor's menu has it, too.
      if (width > 480)
        assert.ok(await page.locator('header').getByRole('button', { name: 'Compare…' }).isVisible(), `${phase}, ${width} pixels`);
      heights.add(height);
    }
  }
  await send({ type: 'phase', phase: 'recording', detail: '', recordedS: 754 });
  await page.locator('header .phase', { hasText: /^Recording 12:34$/ }).waitFor();
  assert.equal(heights.size, 1, `heights of the header: ${[...heights].join(', ')}`);
  assert.equal(await page.locator('.warnings').isVisible(), false);
  await page.locator('header .notes').click();
  await page.locator('.warnings li.serious', { hasText: warning }).waitFor();
});

/** Controls that reach out of the header or over each other, or whose name is cut; by their labels. */
const headerScript = `(() => {
  const header = document.querySelector('header');
  const shown = [...header.querySelectorAll('button, .phase')].filter((node) => node.checkVisibility());
  const boxes = shown.map((node) => ({ name: node.ariaLabel ?? node.textContent, node, rect: node.getBoundingClientRect() }));
  boxes.sort((one, other) => one.rect.left - other.rect.left);
  const faults = [];
  boxes.forEach(({ name, node, rect }, at) => {
    if (rect.left < 0 || rect.right > innerWidth) faults.push(name + ' is outside');
    if (at > 0 && rect.left < boxes[at - 1].rect.right) faults.push(name + ' is over ' + boxes[at - 1].name);
    if (!node.matches('.notes') && node.scrollWidth > node.clientWidth + 1) faults.push(name + ' is cut');
  });
  return { width: innerWidth, height: header.getBoundingClientRect().height, faults };
})()`;
