import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { THRESHOLD_RANGE_US } from '../../../protocol/page-protocol.ts';
import type { Dispatch } from '../../state/page-action.ts';
import type { LagOrder } from '../../state/view-state.ts';
import { element, setText, textNode } from '../../ui/dom.ts';
import { keepTyping } from '../../ui/field-keys.ts';
import { text } from '../../ui/page-text.ts';

export interface LagListBarFacts {
  readonly lags: number;
  readonly groups: number;
  readonly grouped: boolean;
  readonly thresholdUs: number;
  readonly order: LagOrder;
}

/** Above the list: lags or groups, their number, threshold and order. */
export class LagListBar {
  readonly node: HTMLElement;
  readonly #counts = [element('span', { class: 'count tabular' }), element('span', { class: 'count tabular' })] as const;
  readonly #kinds: readonly HTMLButtonElement[];
  readonly #threshold = element('vscode-textfield', {
    class: 'threshold',
    attributes: {
      type: 'number',
      min: String(THRESHOLD_RANGE_US.least / 1000),
      max: String(THRESHOLD_RANGE_US.most / 1000),
      step: '1',
    },
  });
  readonly #longest = element('option', { attributes: { value: 'longest' } });
  readonly #order = element('select', { class: 'select', attributes: { 'aria-label': text('order') } }, [
    element('option', { text: text('newestFirst'), attributes: { value: 'newest' } }),
    this.#longest,
  ]);

  #appliedUs = 0;

  constructor(dispatch: Dispatch) {
    // Browsers fire `change` only after typing; Enter and leaving the field must count, too.
    const apply = (): void => {
      const thresholdUs = Number(this.#threshold.value) * 1000;
      const isSound = thresholdUs >= THRESHOLD_RANGE_US.least && thresholdUs <= THRESHOLD_RANGE_US.most;
      if (!isSound || thresholdUs === this.#appliedUs) return;
      this.#appliedUs = thresholdUs;
      dispatch({ type: 'setThreshold', thresholdUs });
    };
    this.#threshold.addEventListener('change', apply);
    this.#threshold.addEventListener('focusout', apply);
    this.#threshold.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') apply();
    });
    this.#threshold.addEventListener('keydown', keepTyping);
    this.#order.addEventListener('keydown', keepTyping);
    // The name for screen readers; the element has no attribute for it.
    this.#threshold.label = `${text('threshold')} (${text('milliseconds')})`;
    this.#order.addEventListener('change', () => {
      dispatch({ type: 'change', change: { order: this.#order.value === 'longest' ? 'longest' : 'newest' } });
    });
    this.#kinds = [this.#kind('lags', this.#counts[0], dispatch), this.#kind('groups', this.#counts[1], dispatch)];
    const kinds = element('div', { class: 'segments', role: 'group', attributes: { 'aria-label': text('lagsOrGroups') } }, this.#kinds);
    this.#threshold.append(
      element('span', { class: 'muted from', text: '≥', title: text('threshold'), attributes: { slot: 'content-before' } }),
      element('span', { class: 'muted unit', text: text('milliseconds'), attributes: { slot: 'content-after' } }),
    );
    this.node = element('div', { class: 'bar list-bar' }, [kinds, this.#threshold, this.#order]);
  }

  show({ lags, groups, grouped, thresholdUs, order }: LagListBarFacts): void {
    setText(this.#counts[0], String(lags));
    setText(this.#counts[1], String(groups));
    for (const [at, button] of this.#kinds.entries()) {
      button.ariaPressed = String((at === 1) === grouped);
    }
    setText(this.#longest, text(grouped ? 'mostTimeFirst' : 'longestFirst'));
    this.#appliedUs = thresholdUs;
    const value = String(thresholdUs / 1000);
    // A field with the focus is not overwritten.
    if (this.#threshold.value !== value && !this.#threshold.matches(':focus-within')) this.#threshold.value = value;
    if (this.#order.value !== order) this.#order.value = order;
  }

  #kind(name: 'lags' | 'groups', count: HTMLElement, dispatch: Dispatch): HTMLButtonElement {
    const title = name === 'groups' ? { title: text('groupsHint') } : {};
    const button = element('button', { attributes: { type: 'button' }, ...title }, [textNode(`${text(name)} `), count]);
    button.addEventListener('click', () => dispatch({ type: 'change', change: { grouped: name === 'groups' } }));
    return button;
  }
}
