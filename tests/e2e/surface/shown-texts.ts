import type { Frame } from 'playwright-core';
import { MARKS } from './pseudo-language.ts';

/** A text on the page with its place. */
interface ShownText {
  readonly text: string;
  /** The element and the one around it, and what is wrong: `div.lag > span.title, ends at div.lag`. */
  readonly place: string;
}

/** Texts, names and tooltips of visible elements, each without its translated parts; numbers alone are none. */
export async function untranslatedTexts(frame: Frame): Promise<readonly ShownText[]> {
  return Array.from(Object(await frame.evaluate(`(${untranslatedScript})(${JSON.stringify(MARKS)})`)));
}

/**
 * Texts of which a part cannot be seen, scrolled to, or read in a tooltip after an ellipsis.
 * @param letters that are in all texts of the language, and in nothing else
 */
export async function cutTexts(frame: Frame, letters: RegExp): Promise<readonly ShownText[]> {
  return Array.from(Object(await frame.evaluate(`(${cutScript})(${letters})`)));
}

const shared = `
  const place = (element) => {
    const name = (node) => node.localName + [...node.classList].map((each) => '.' + each).join('');
    return (element.parentElement === null ? '' : name(element.parentElement) + ' > ') + name(element);
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const textNodes = () => {
    const nodes = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (isShown(node.parentElement)) nodes.push(node);
    return nodes;
  };`;

/** A sentence with links is several texts in one block. */
const untranslatedScript = `({ begin, end }) => {${shared}
  const found = [];
  let depth = 0;
  const outside = (text) => [...text].filter((letter) => {
    if (letter === begin) depth++;
    if (letter === end) depth = Math.max(0, depth - 1);
    return depth === 0 && letter !== end;
  }).join('').trim();
  const blockOf = (element) => {
    const isInline = getComputedStyle(element).display === 'inline' && !/flex|grid/.test(getComputedStyle(element.parentElement).display);
    return isInline || element.closest('.cause, .wait') !== null && !element.matches('.cause, .wait') ? blockOf(element.parentElement) : element;
  };
  let block;
  for (const node of textNodes()) {
    const own = blockOf(node.parentElement);
    if (own !== block) depth = 0;
    block = own;
    const text = outside(node.data);
    if (/\\p{L}{2}/u.test(text)) found.push({ text, place: place(node.parentElement) });
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!isShown(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'aria-valuetext', 'aria-roledescription']) {
      depth = 0;
      const text = outside(element.getAttribute(name) ?? '');
      if (/\\p{L}{2}/u.test(text)) found.push({ text, place: place(element) + ', ' + name });
    }
  }
  return found;
}`;

/**
 * Entries of a legend that have no room are left out as a whole; texts for screen readers alone take a pixel; a lag's details can be opened.
 */
const cutScript = `(letters) => {${shared}
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const cutAt = (rect, element) => {
    let hasEllipsis = false;
    for (let box = element; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      const room = box.getBoundingClientRect();
      if (room.width <= 1) return undefined;
      hasEllipsis ||= style.textOverflow === 'ellipsis';
      const isLeftOut = rect.top >= room.bottom - 1 && element.closest('.key, .disclosure') !== null;
      if (isLeftOut && style.overflowY === 'hidden') return undefined;
      const isSideways = rect.right > room.right + 1 || rect.left < room.left - 1;
      const isUpright = rect.bottom > room.bottom + 1 || rect.top < room.top - 1;
      // A text that leaves its field is covered by what is beside it.
      if (isSideways && style.overflowX === 'visible' && box.matches('.text-field')) return box;
      if (isSideways && style.overflowX !== 'visible') {
        const isWhole = scrolls(style.overflowX) || (hasEllipsis && element.closest('[title], .others') !== null);
        return isWhole ? undefined : box;
      }
      if (isUpright && style.overflowY !== 'visible') return scrolls(style.overflowY) ? undefined : box;
      if (style.position === 'fixed') return undefined;
    }
    return rect.right > innerWidth + 1 ? document.documentElement : undefined;
  };
  const found = [];
  for (const node of textNodes()) {
    if (!letters.test(node.data)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = [...range.getClientRects()].map((rect) => cutAt(rect, node.parentElement)).find((each) => each !== undefined);
    if (box !== undefined) found.push({ text: node.data, place: place(node.parentElement) + ', ends at ' + place(box) });
  }
  for (const field of document.querySelectorAll('body input[type="number"]')) {
    if (isShown(field) && field.scrollWidth > field.clientWidth) found.push({ text: field.value, place: place(field) });
  }
  return found;
}`;
