import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { element, setText } from '../../ui/dom.ts';
import { text } from '../../ui/page-text.ts';
import { counterTerms } from './counter-terms.ts';

/** Use of the whole process during the selected lag; hidden without counters. */
export class LagCounters {
  readonly node: HTMLElement;
  readonly #words = element('span', { class: 'tabular' });

  constructor() {
    const name = element('span', { class: 'muted', text: text('wholeProcess') });
    this.node = element('div', { class: 'lag-counters', title: text('wholeProcessHint') }, [name, this.#words]);
    this.node.hidden = true;
  }

  show(lag: Lag | undefined): void {
    const terms = lag === undefined ? [] : counterTerms(lag);
    this.node.hidden = terms.length === 0;
    setText(this.#words, terms.map((term) => text(...term)).join(' · '));
  }
}
