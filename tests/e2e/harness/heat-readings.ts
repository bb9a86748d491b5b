import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

export function lens(page: Page, text: string | RegExp): Locator {
  return page.locator('.codelens-decoration :is(a, span)', { hasText: text });
}

/** Texts around lines, by line number: `41 ms · 3 lags`. As styles, they have no locator. Lines of blanks alone have an empty one. */
export async function hotLines(page: Page): Promise<ReadonlyMap<number, string>> {
  const found: unknown = await page.evaluate(`(() => {
    const numbers = [...document.querySelectorAll('.editor-instance .line-numbers')].map((each) => [each.getBoundingClientRect().top, each.textContent]);
    return [...document.querySelectorAll('.editor-instance .view-line')].flatMap((line) => {
      const spans = [...line.querySelectorAll('span')];
      const texts = ['::before', '::after'].flatMap((part) => spans.map((span) => getComputedStyle(span, part).content))
        .filter((text) => text !== 'none' && text !== 'normal').map((text) => JSON.parse(text)).filter((text) => text !== '');
      const number = numbers.find(([top]) => Math.abs(top - line.getBoundingClientRect().top) < 4)?.[1];
      return texts.length === 0 ? [] : [[Number(number), texts.join(' · ')]];
    });
  })()`);
  assert.ok(Array.isArray(found));
  return new Map(found.map(([line, text]) => [Number(line), String(text)]));
}

/** Waits until a line has such texts. */
export async function waitForLine(page: Page, line: number, text: RegExp): Promise<void> {
  await eventually(
    () => hotLines(page),
    (hot) => assert.match(hot.get(line) ?? '', text, `line ${line} has ${text}; there are ${[...hot].join(' ')}`),
  );
}

/** Place of a line's cost, in pixels from the left of its editor's code. */
interface CostPlace {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Left end of the code, without its indentation. */
  readonly code: number;
  /** Right end of the code, which may lie outside of the editor. */
  readonly codeEnd: number;
  /** Width of the visible code. */
  readonly room: number;
}

export async function costPlaces(page: Page): Promise<readonly CostPlace[]> {
  const found: unknown = await page.evaluate(`(() => [...document.querySelectorAll('.editor-instance .view-line')].flatMap((line) => {
    const cost = [...line.querySelectorAll('span')].find((span) => getComputedStyle(span, '::before').content.length > 2 && getComputedStyle(span, '::before').display === 'inline-block');
    if (cost === undefined) return [];
    const { content, marginLeft, width } = getComputedStyle(cost, '::before');
    const editor = line.closest('.editor-scrollable').getBoundingClientRect();
    const left = line.getBoundingClientRect().left - editor.left + parseFloat(marginLeft);
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const code = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.data;
      for (let at = 0; at < text.length; at++) {
        if (/\\s/.test(text[at])) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 1);
        const { left, right } = range.getBoundingClientRect();
        code.push(left - editor.left, right - editor.left);
      }
    }
    return [{ text: JSON.parse(content), left, right: left + parseFloat(width), code: Math.min(...code), codeEnd: Math.max(...code), room: editor.width }];
  }))()`);
  assert.ok(Array.isArray(found));
  return found;
}
