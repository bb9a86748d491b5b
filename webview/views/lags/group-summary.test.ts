import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import { lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { madeLag } from '../../../tests/core/made-lag.ts';
import { GroupSummary } from './group-summary.ts';

const ms = 1_000;

/** The part of an element that a summary needs. */
class PlainElement {
  readonly style = {};
  className = '';
  title = '';
  hidden = false;
  #text = '';
  #children: PlainElement[] = [];

  get textContent(): string {
    return this.#text + this.#children.map((child) => child.textContent).join('');
  }

  set textContent(value: string) {
    this.#text = value;
  }

  append(...children: PlainElement[]): void {
    this.#children.push(...children);
  }

  replaceChildren(...children: PlainElement[]): void {
    this.#children = children;
  }

  setAttribute(): void {
    // No attribute is read here.
  }

  addEventListener(): void {
    // Nothing is clicked here.
  }

  /** Those of a class, in their order. */
  all(className: string): readonly PlainElement[] {
    return [...(this.className.split(' ').includes(className) ? [this] : []), ...this.#children.flatMap((child) => child.all(className))];
  }
}

class PlainButton extends PlainElement {}

Object.assign(globalThis, {
  HTMLButtonElement: PlainButton,
  document: {
    createElement: (name: string) => (name === 'button' ? new PlainButton() : new PlainElement()),
  },
});

const noCore: Cause = {
  rule: 'noCore',
  state: 'ready',
  short: ['shortNoCore'],
  sentences: [['causeNoCore', { kind: 'duration', us: 300 * ms }, { kind: 'share', share: 0.75 }], ['causeRanOthers']],
  explainedUs: 300 * ms,
  evidence: undefined,
};
const busy: Cause = { ...noCore, rule: 'busy', state: 'busy', short: ['shortBusy'] };

test('a selected group says the whole cause of its typical lag, and how many lags have which', () => {
  const lags = Array.from({ length: 11 }, (_, at) => madeLag(at * 1_000 * ms, 400 * ms, 'com.example.Cart.total:12'));
  const [group] = lagGroups(lags);
  const [lag] = lags;
  assert.ok(group && lag);
  const causes = { cause: noCore, lag, lags: 6, judged: 11, others: [{ cause: busy, lag, lags: 5 }] };
  const names = {
    label: () => 'Cart.total',
    thread: () => 'main',
    cause: () => noCore,
    groupCause: () => causes,
    isLive: () => false,
    arrows: () => [],
    stutterCulprit: () => undefined,
  };
  const summary = new GroupSummary(names, () => undefined);
  summary.show({ list: { group, frequency: undefined, before: undefined } });
  const node: unknown = summary.node;
  assert.ok(node instanceof PlainElement);
  const [verdict] = node.all('verdict');
  assert.equal(
    verdict?.textContent,
    'Typically: Main was ready, but had no core for 300 ms (75 %). No other thread of the app was busy, so other processes ran.',
  );
  assert.match(node.all('others')[0]?.textContent ?? '', /6 no core free, 5 busy/);
});
