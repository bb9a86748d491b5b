import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

export function lens(page: Page, text: string | RegExp): Locator {
  return page.locator('.codelens-decoration :is(a, span)', { hasText: text });
}

/** Texts at line ends, by line number. As styles, they have no locator. */
export async function hotLines(page: Page): Promise<ReadonlyMap<number, string>> {
  const found: unknown = await page.evaluate(`(() => {
    const numbers = [...document.querySelectorAll('.editor-instance .line-numbers')].map((each) => [each.getBoundingClientRect().top, each.textContent]);
    return [...document.querySelectorAll('.editor-instance .view-line')].flatMap((line) => {
      const texts = [...line.querySelectorAll('span')].map((span) => getComputedStyle(span, '::after').content).filter((text) => text !== 'none');
      const number = numbers.find(([top]) => Math.abs(top - line.getBoundingClientRect().top) < 4)?.[1];
      return texts.map((text) => [Number(number), JSON.parse(text)]);
    });
  })()`);
  assert.ok(Array.isArray(found));
  return new Map(found.map(([line, text]) => [Number(line), String(text)]));
}

/** Waits until a line ends with such a text. */
export async function waitForLine(page: Page, line: number, text: RegExp): Promise<void> {
  await eventually(
    () => hotLines(page),
    (hot) => assert.match(hot.get(line) ?? '', text, `line ${line} ends with ${text}; there are ${[...hot].join(' ')}`),
  );
}
