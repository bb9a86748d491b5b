import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { PlainElement } from '../../../tests/core/plain-element.ts';
import { LagRow } from './lag-row.ts';

const made: PlainElement[] = [];
/** Nothing is laid out here. */
class NoSizes {
  observe(): void {}
}
Object.assign(globalThis, {
  ResizeObserver: NoSizes,
  document: {
    createElement(): PlainElement {
      made.push(new PlainElement());
      return made.at(-1) ?? new PlainElement();
    },
  },
});

test('a lag that a recording ends in is not shown as going on, one of a capture until it stops', () => {
  let isLive = true;
  const lag = madeLag(0, 200_000, 'com.example.Cart.total:12', { open: true });
  const item = { kind: 'lag', id: lag.id, lag, change: undefined, frequency: { count: 1, perMinute: undefined } } as const;
  const names = {
    label: () => 'Cart.total',
    thread: () => 'main',
    cause: () => undefined,
    groupCause: () => undefined,
    isLive: () => isLive,
    arrows: () => [],
    stutterCulprit: () => undefined,
  };
  const row = new LagRow(item, names, 'row');
  const dot = made.find(({ className }) => className === 'live-dot');
  row.update(item);
  assert.equal(dot?.hidden, false);
  isLive = false;
  row.update(item);
  assert.equal(dot?.hidden, true);
});
