import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';

/** What this asks of an element of the browser. */
interface Shown {
  getBoundingClientRect(): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  readonly ownerDocument: { readonly defaultView: { readonly innerWidth: number; readonly innerHeight: number } };
  readonly innerText: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** There is such an element; the text of each is whole and inside its window. */
export async function isUncut(shown: Locator): Promise<void> {
  await shown.first().waitFor();
  await eventually(
    () =>
      shown.evaluateAll((nodes: readonly Shown[]) =>
        nodes.flatMap((node) => {
          const { left, top, right, bottom } = node.getBoundingClientRect();
          const { innerWidth, innerHeight } = node.ownerDocument.defaultView;
          const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          const isWhole = node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight;
          return isInside && isWhole ? [] : [node.innerText];
        }),
      ),
    (cut) => assert.deepEqual(cut, []),
  );
}
