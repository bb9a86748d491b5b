import type { Frame, Locator, Page } from 'playwright-core';
import { closeDialog, openSearch, showView } from './page-keys.ts';

/**
 * Tours a page with the sample session through views, lists and dialogs, mostly by keys; calls `visit` at each stop.
 * @param shownAs the page's form of an English text
 */
export async function tourOfPage(
  page: Page,
  frame: Frame,
  visit: (stop: string) => Promise<void>,
  shownAs: (text: string) => string = (text) => text,
): Promise<void> {
  const { keyboard } = page;
  const shown = (selector: string): Locator => frame.locator(selector).filter({ visible: true }).first();
  await shown('.lags').focus();
  await visit('whole session over time');
  await keyboard.press('j');
  await shown('.summary').waitFor();
  await visit('a lag over time');
  await showView(page, frame, '2');
  await visit('aggregated');
  await shown('.flame').focus();
  await keyboard.press('ArrowDown');
  await shown('.legend .status:not(:empty)').waitFor();
  await keyboard.press('Shift+F10');
  await shown('[role="menu"]').waitFor();
  await visit('the menu of a frame');
  await keyboard.press('Escape');
  await showView(page, frame, '3');
  await visit('sandwich');
  await showView(page, frame, '4');
  await shown('[role="treegrid"]').waitFor();
  await visit('table');
  await frame.getByRole('radio', { name: shownAs('Bottom-up') }).click();
  await shown('[role="treegrid"]').focus();
  await keyboard.press('ArrowDown');
  await visit('table from the bottom up, a row chosen');
  await openSearch(page, frame);
  await keyboard.type('price');
  await shown('.search-field [role="status"]:not(:empty)').waitFor();
  await visit('a search');
  await keyboard.press('Escape');
  await shown('.lags').focus();
  await keyboard.press('G');
  await shown('.lag.group').waitFor();
  await keyboard.press('Home');
  await shown('.group-summary').waitFor();
  await showView(page, frame, '1');
  await visit('groups of lags');
  await keyboard.press('t');
  await shown('.tracks').waitFor();
  await frame.getByRole('button', { name: shownAs('Heat strip') }).click();
  await visit('tracks and heat strip');
  await keyboard.press('?');
  await shown('dialog[open]').waitFor();
  await visit('the list of keys');
  await closeDialog(page, frame);
  await keyboard.press('T');
  await shown('dialog.moment[open] .moment-thread').waitFor();
  await visit('all threads at a moment');
  await closeDialog(page, frame);
  // As it was found.
  await frame.getByRole('button', { name: shownAs('Heat strip') }).click();
  await shown('.lags').focus();
  await keyboard.press('t');
  await keyboard.press('G');
  await shown('.tracks').waitFor({ state: 'hidden' });
  await shown('.lag.group').waitFor({ state: 'hidden' });
}

/** Opens a note that says more; the sample has none. */
export async function openNote(frame: Frame): Promise<void> {
  const notes = frame.locator('header .notes');
  const note = frame.locator('.warnings summary').first();
  await notes.or(note).filter({ visible: true }).first().waitFor();
  if (!(await note.isVisible())) await notes.press('Enter');
  await note.press('Enter');
  await frame.locator('.warnings details[open] p').first().waitFor();
}
