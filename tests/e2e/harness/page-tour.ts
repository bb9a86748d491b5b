import type { Frame, Locator, Page } from 'playwright-core';

/** Tours a page with the sample session through views, lists and dialogs, mostly by keys; calls `visit` at each stop. */
export async function tourOfPage(page: Page, frame: Frame, visit: (stop: string) => Promise<void>): Promise<void> {
  const { keyboard } = page;
  const shown = (selector: string): Locator => frame.locator(selector).filter({ visible: true }).first();
  const views = frame.getByRole('radiogroup', { name: 'View' }).getByRole('radio');
  const choose = async (key: string): Promise<void> => {
    await keyboard.press(key);
    await views
      .nth(Number(key) - 1)
      .and(frame.locator('[aria-checked="true"]'))
      .waitFor();
  };
  await shown('.lags').focus();
  await visit('whole session over time');
  const notes = frame.locator('.warnings .notes');
  const isFolded = await notes.isVisible();
  if (isFolded) await notes.press('Enter');
  await shown('.warnings summary').press('Enter');
  await shown('.warnings details[open] p').waitFor();
  await visit('what a note has to say');
  await shown('.warnings summary').press('Enter');
  if (isFolded) await notes.press('Enter');
  await shown('.lags').focus();
  await keyboard.press('j');
  await shown('.summary').waitFor();
  await visit('a lag over time');
  await choose('2');
  await visit('aggregated');
  await shown('.flame').focus();
  await keyboard.press('ArrowDown');
  await shown('.legend .status:not(:empty)').waitFor();
  await keyboard.press('Shift+F10');
  await shown('[role="menu"]').waitFor();
  await visit('the menu of a frame');
  await keyboard.press('Escape');
  await choose('3');
  await visit('sandwich');
  await choose('4');
  await shown('[role="treegrid"]').waitFor();
  await visit('table');
  await frame.getByRole('radio', { name: 'Bottom-up' }).click();
  await shown('[role="treegrid"]').focus();
  await keyboard.press('ArrowDown');
  await visit('table from the bottom up, a row chosen');
  await keyboard.press('/');
  await keyboard.type('price');
  await shown('.search-field [role="status"]:not(:empty)').waitFor();
  await visit('a search');
  await keyboard.press('Escape');
  await shown('.lags').focus();
  await keyboard.press('G');
  await shown('.lag.group').waitFor();
  await keyboard.press('Home');
  await shown('.group-summary').waitFor();
  await choose('1');
  await visit('groups of lags');
  await keyboard.press('t');
  await shown('.tracks').waitFor();
  await frame.getByRole('button', { name: 'Heat strip' }).click();
  await visit('tracks and heat strip');
  await keyboard.press('?');
  await shown('dialog[open]').waitFor();
  await visit('the list of keys');
  await keyboard.press('Escape');
  await shown('dialog[open]').waitFor({ state: 'hidden' });
  // As it was found.
  await frame.getByRole('button', { name: 'Heat strip' }).click();
  await shown('.lags').focus();
  await keyboard.press('t');
  await keyboard.press('G');
  await shown('.tracks').waitFor({ state: 'hidden' });
  await shown('.lag.group').waitFor({ state: 'hidden' });
}
