import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { retryAction } from './retry-action.ts';

/**
 * Waits until VS Code has given the page the focus. It takes it away and gives it back some time after a command has shown the page, also
 * when the page had it before: keys pressed meanwhile are lost.
 */
export async function waitForFocus(frame: Frame): Promise<void> {
  await eventually(
    () => frame.evaluate('document.hasFocus()'),
    (focused) => assert.ok(focused, 'VS Code did not give the page the focus'),
  );
}

/** Opens the search by its key, and waits until its field has the focus: text typed earlier is lost, or taken for other keys. */
export async function openSearch(page: Page, frame: Frame): Promise<void> {
  await page.keyboard.press('/');
  await frame.locator('.search-field input:focus').waitFor();
}

/** The keys of the four views, in the order of their switch. */
export const VIEW_KEYS = ['1', '2', '3', '4'] as const;

/** Shows a view by its key, and waits until the switch says so. */
export async function showView(page: Page, frame: Frame, key: (typeof VIEW_KEYS)[number]): Promise<void> {
  await page.keyboard.press(key);
  const views = frame.locator('.modes [role="radio"]');
  await views
    .nth(Number(key) - 1)
    .and(frame.locator('[aria-checked="true"]'))
    .waitFor();
}

/** Closes the page's dialog by Escape; again if the key was lost while VS Code gave the page the focus. */
export async function closeDialog(page: Page, frame: Frame): Promise<void> {
  const dialog = frame.locator('dialog[open]');
  await waitForFocus(frame);
  await retryAction(async (timeout) => {
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden', timeout });
  });
}
