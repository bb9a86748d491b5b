import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { wcagContrast } from 'culori';
import type { Frame } from 'playwright-core';
import { storeRecordings } from '../../../../tests/e2e/compare/stored-recordings.ts';
import { seriousFindings } from '../../../../tests/e2e/harness/axe.ts';
import { eventually } from '../../../../tests/e2e/harness/eventually.ts';
import { LaglensPanel } from '../../../../tests/e2e/harness/laglens-panel.ts';
import { resizePage } from '../../../../tests/e2e/harness/resize-page.ts';
import { SideBar } from '../../../../tests/e2e/harness/side-bar.ts';
import { step } from '../../../../tests/e2e/harness/step.ts';
import { inVsCode } from '../../../../tests/e2e/harness/vscode.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';

test('all captures of one build are compared with all of another', async (t) => {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens sets '));
  t.after(() => rm(workspace, { recursive: true }));
  await mkdir(join(workspace, 'app', 'src', 'main'), { recursive: true });
  await writeFile(join(workspace, 'app', 'src', 'main', 'AndroidManifest.xml'), '<manifest/>');
  const java = `package com.example.shop;\n\nclass Cart {\n${'\n'.repeat(14)}  int total() {\n    return 0;\n  }\n}\n`;
  await writeFile(join(workspace, 'app', 'src', 'main', 'Cart.java'), java);
  await inVsCode(t, { workspace, width: 1366, height: 800 }, async ({ workbench, server }) => {
    const { page, quickInput } = workbench;
    const folder = await storeRecordings(server.home);
    await workbench.statusItem(/^\s*Laglens\s*$/).waitFor();
    const bar = await SideBar.open(workbench);
    const comparison = (): Promise<Frame> => workbench.webview('main .sides');
    const ok = page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' });
    const rows = async (frame: Frame, table: string): Promise<readonly string[]> =>
      (await frame.locator(`table[aria-label="${table}"] tbody tr`).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

    await step(t, 'selected sessions are divided, the earlier ones first, and compared as the command line does', async () => {
      await bar.row('Sessions', /12:01.*/).waitFor();
      const listed = bar.view('Sessions').locator('.monaco-list-row', { hasText: /12:0\d/ });
      await eventually(
        () => listed.count(),
        (count) => assert.equal(count, 4),
      );
      for (const at of [0, 1, 2, 3]) await listed.nth(at).click({ modifiers: ['Control'] });
      await workbench.chooseInMenu(listed.nth(3), 'Compare Selected…');
      await quickInput.row(/12:00/).waitFor();
      await ok.click();
      const frame = await comparison();
      await frame.locator('h1', { hasText: 'Time in lags went from' }).waitFor();
      const path = (name: string): string => join(folder, `${name}.laglens`);
      const args = ['diff', path('old-1'), path('new-1'), '--before', path('old-2'), '--after', path('new-2')];
      const { out } = await runCommand(args, { folder });
      // `Time in lags went from A to B per minute (CHANGE)`, up to the groups.
      const [sentence = ''] = /^Time in lags went from .*\)/m.exec(out) ?? [];
      assert.ok((await frame.locator('h1').innerText()).startsWith(`${sentence}. Groups: 1 new, 1 worse, 1 gone.`));
      const groups = await rows(frame, 'Groups of lags');
      assert.deepEqual(
        groups.map((row) => row.split(' ').slice(0, 2).join(' ')),
        ['worse Cart.total', 'gone Feed.show', 'new Wish.sort'],
      );
      assert.match(String(groups[0]), /20 → 20/);
    });

    await step(t, 'main’s stacks are drawn with the times of both sides, and a frame opens its line by pointer and keys', async () => {
      const frame = await comparison();
      const cart = frame.locator('.flame rect[aria-label*="total"]');
      const about = String(await cart.getAttribute('aria-label'));
      const [, before = '', after = ''] = /^com\.example\.shop\.Cart\.total: B ([\d.]+) s, A ([\d.]+) s \(\+[\d.]+ s\)$/.exec(about) ?? [];
      // 10 of 200 and 10 of 210 ms, then of 600 and of 620, in two sessions of 16 s each, whose last sample is some ms before the end.
      for (const [shown, sumMs] of [
        [before, 4_100],
        [after, 12_200],
      ] as const)
        assert.ok(Math.abs(Number(shown) / ((sumMs * 60) / 32_000) - 1) < 0.03, `${shown} s of ${sumMs} ms`);
      const colours = await frame
        .locator('.flame rect')
        .evaluateAll((boxes) => boxes.map((box) => `${box.getAttribute('aria-label')?.split(':')[0]} ${box.getAttribute('class')}`));
      for (const box of ['Cart.total more3', 'Feed.show (lambda) less3', 'Wish.sort more3'])
        assert.ok(colours.includes(`com.example.shop.${box}`), `${box} is not among ${colours.join(', ')}`);
      const tooltip = frame.locator('.tooltip');
      await cart.hover();
      await tooltip.getByText(about).waitFor();
      await tooltip.getByText('Open Cart.java:19 (Alt: to the side)').waitFor();
      await cart.click();
      await workbench.waitForCursor('Cart.java', 19);
      await page.getByRole('tab', { name: /^Laglens Comparison/ }).click();
      const again = await comparison();
      await again.locator('.flame rect[tabindex="0"]').focus();
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
      assert.equal(await again.evaluate('document.activeElement.ariaLabel'), about);
      await again.locator('.tooltip').getByText(about).waitFor();
      await page.keyboard.press('Enter');
      await workbench.waitForCursor('Cart.java', 19);
      await page.getByRole('tab', { name: /^Laglens Comparison/ }).click();
    });

    await step(t, 'they can be read in each kind of theme, and at 340 pixels', async () => {
      await workbench.runCommand('View: Close Editors in Other Groups');
      const frame = await comparison();
      await frame.locator('.stacks').scrollIntoViewIfNeeded();
      for (const [theme, bodyClass] of Object.entries(themes)) {
        await workbench.useTheme(theme, bodyClass);
        await eventually(
          () => labelColours(frame),
          (labels) => {
            assert.ok(labels.length >= 3);
            for (const { fill, text } of labels) assert.ok(wcagContrast(text, fill) >= 4.5, `${theme}: ${text} on ${fill}`);
          },
        );
        assert.deepEqual(await seriousFindings(frame), []);
        if (process.env.LAGLENS_SHOT) await page.screenshot({ path: `${process.env.LAGLENS_SHOT}.${bodyClass}.png` });
      }
      await resizePage(page, frame, 340);
      await eventually(
        () => cutLabels(frame),
        (cut) => assert.deepEqual(cut, []),
      );
      assert.ok(Number(await frame.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0);
      if (process.env.LAGLENS_SHOT) await page.screenshot({ path: `${process.env.LAGLENS_SHOT}.340.png` });
      await page.setViewportSize({ width: 1366, height: 800 });
    });

    await step(t, 'the sides change places, and a side’s session opens', async () => {
      const frame = await comparison();
      await frame.getByRole('button', { name: 'Swap Sides' }).click();
      await frame.locator('h1', { hasText: 'Groups: 1 new, 1 better, 1 gone.' }).waitFor();
      await page.keyboard.press('x');
      await frame.locator('h1', { hasText: 'Groups: 1 new, 1 worse, 1 gone.' }).waitFor();
      await frame.locator('.side-box', { hasText: 'B' }).last().getByRole('button').first().click();
      await workbench.activeTab('old-1.laglens').waitFor();
      await LaglensPanel.find(workbench, 'recorded');
    });

    await step(t, '“Compare…” fills side B with several sessions, which list and flame graph follow', async () => {
      await workbench.closeAllEditors();
      await bar.row('Sessions', /12:01/).click();
      await workbench.activeTab('new-2.laglens').waitFor();
      const { frame } = await LaglensPanel.find(workbench, 'recorded');
      const compare = frame.locator('header').getByRole('button', { name: 'Compare…' });
      await quickInput.chooseAfter(() => compare.click(), 'Several Sessions…');
      // The newest of the others is new-1; the old ones follow.
      await quickInput.row(/12:00/).waitFor();
      const boxes = page.locator('.quick-input-widget .monaco-list-row', { hasText: /12:0\d/ });
      await boxes.nth(1).click();
      await boxes.nth(2).click();
      await ok.click();
      const compared = frame.locator('.compare-bar');
      await compared.locator('.side-a', { hasText: 'this session' }).waitFor();
      await compared.locator('.side-b', { hasText: '2 sessions' }).waitFor();
      // As the sets above: `total` of 620 after 210 ms, `sort` for `show`.
      assert.deepEqual(await compared.locator('.change:visible').allInnerTexts(), ['new 1', 'worse 1', 'gone 1']);
      await frame.locator('.lag .change.worse').first().waitFor();
      assert.ok(await compared.getByRole('button', { name: 'Several sessions cannot change sides' }).isDisabled());
      await frame.locator('.lags').focus();
      await page.keyboard.press('2');
      await compared.getByRole('button', { name: 'Difference', pressed: true }).waitFor();
      await compared.getByRole('button', { name: 'Stop comparing' }).click();
      await compared.waitFor({ state: 'hidden' });
    });
  });
});

const themes = {
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
  'Dark Modern': 'vscode-dark',
};

/** Of labelled boxes. */
function labelColours(frame: Frame): Promise<readonly { readonly fill: string; readonly text: string }[]> {
  return frame.locator('.flame > svg:has(text:not(:empty))').evaluateAll((boxes) =>
    boxes.map((box) => {
      const fillOf = (part: string): string => String(box.ownerDocument.defaultView?.getComputedStyle(box.querySelector(part) ?? box).fill);
      return { fill: fillOf('rect'), text: fillOf('text') };
    }),
  );
}

/** Labels that leave their box. */
function cutLabels(frame: Frame): Promise<readonly string[]> {
  return frame.locator('.flame text').evaluateAll((texts) =>
    texts.flatMap((text) => {
      const box = text.previousElementSibling?.getBoundingClientRect();
      return box !== undefined && text.getBoundingClientRect().right <= box.right + 0.5 ? [] : [String(text.textContent)];
    }),
  );
}
