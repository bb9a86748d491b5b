import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { THRESHOLD_RANGE_US } from '../../extension/page-protocol.ts';
import { element, setText } from '../dom.ts';
import { text } from '../text.ts';
import type { LagOrder } from './lag-order.ts';

export interface LagListBarEvents {
  threshold(thresholdUs: number): void;
  order(order: LagOrder): void;
}

/** Above the list: how many lags, from which length on, in which order. */
export class LagListBar {
  readonly node: HTMLElement;
  readonly #count = element('vscode-badge', { attributes: { variant: 'counter' } });
  readonly #threshold = element('vscode-textfield', {
    class: 'threshold',
    attributes: {
      type: 'number',
      min: String(THRESHOLD_RANGE_US.least / 1000),
      max: String(THRESHOLD_RANGE_US.most / 1000),
      step: '1',
      'aria-label': `${text('threshold')} (${text('milliseconds')})`,
    },
  });
  readonly #order = element('select', { class: 'select', attributes: { 'aria-label': text('order') } }, [
    element('option', { text: text('newestFirst'), attributes: { value: 'newest' } }),
    element('option', { text: text('longestFirst'), attributes: { value: 'longest' } }),
  ]);

  #appliedUs = 0;

  constructor(events: LagListBarEvents) {
    // A browser says `change` only when it thinks that a person typed; Enter and leaving the field always count.
    const apply = (): void => {
      const thresholdUs = Number(this.#threshold.value) * 1000;
      const isSound = thresholdUs >= THRESHOLD_RANGE_US.least && thresholdUs <= THRESHOLD_RANGE_US.most;
      if (!isSound || thresholdUs === this.#appliedUs) return;
      this.#appliedUs = thresholdUs;
      events.threshold(thresholdUs);
    };
    this.#threshold.addEventListener('change', apply);
    this.#threshold.addEventListener('focusout', apply);
    this.#threshold.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') apply();
    });
    for (const field of [this.#threshold, this.#order]) field.addEventListener('keydown', (event: Event) => event.stopPropagation());
    this.#order.addEventListener('change', () => events.order(this.#order.value === 'longest' ? 'longest' : 'newest'));
    this.node = element('div', { class: 'bar' }, [
      element('h2', { text: text('lags') }),
      this.#count,
      element('span', { class: 'spring' }),
      element('span', { class: 'muted', text: '≥', title: text('threshold') }),
      this.#threshold,
      element('span', { class: 'muted', text: text('milliseconds') }),
      this.#order,
    ]);
  }

  show(count: number, thresholdUs: number, order: LagOrder): void {
    setText(this.#count, String(count));
    this.#appliedUs = thresholdUs;
    const value = String(thresholdUs / 1000);
    // A field that is being typed in is the reader's.
    if (this.#threshold.value !== value && !this.#threshold.matches(':focus-within')) this.#threshold.value = value;
    if (this.#order.value !== order) this.#order.value = order;
  }
}
