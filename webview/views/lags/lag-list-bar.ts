import { THRESHOLD_RANGE_US } from '../../../protocol/page-protocol.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { grouping } from '../../state/view-changes.ts';
import { lagOrders } from '../../state/view-state.ts';
import { element, setText } from '../../ui/dom.ts';
import { keepTyping } from '../../ui/field-keys.ts';
import { SegmentSwitch } from '../../ui/segment-switch.ts';
import { textField } from '../../ui/text-field.ts';
import { t } from '../../ui/translated.ts';

/** Above the list: lags or groups, their number, threshold and order. */
export class LagListBar {
  readonly node: HTMLElement;
  readonly #counts = [element('span', { class: 'count tabular' }), element('span', { class: 'count tabular' })] as const;
  readonly #kinds: SegmentSwitch<'lags' | 'groups'>;
  readonly #threshold = textField({
    class: 'threshold',
    label: `${t('Lag threshold: hide lags shorter than this')} (${t('ms')})`,
    attributes: {
      type: 'number',
      min: String(THRESHOLD_RANGE_US.least / 1000),
      max: String(THRESHOLD_RANGE_US.most / 1000),
      step: '1',
    },
    before: element('span', { class: 'muted from', text: '≥', title: t('Lag threshold: hide lags shorter than this') }),
    after: element('span', { class: 'muted unit', text: t('ms') }),
  });
  readonly #longest = element('option', { attributes: { value: 'longest' } });
  readonly #byScreen = element('option', { text: t('By screen'), attributes: { value: 'screen' } });
  readonly #order = element('select', { class: 'select', attributes: { 'aria-label': t('Sort lags by') } }, [
    element('option', { text: t('Newest'), attributes: { value: 'newest' } }),
    this.#longest,
    this.#byScreen,
  ]);

  #appliedUs = 0;

  constructor(dispatch: Dispatch) {
    const { input } = this.#threshold;
    // Browsers fire `change` only after typing; Enter and leaving the field must count, too.
    const apply = (): void => {
      const thresholdUs = Number(input.value) * 1000;
      const isSound = thresholdUs >= THRESHOLD_RANGE_US.least && thresholdUs <= THRESHOLD_RANGE_US.most;
      if (!isSound || thresholdUs === this.#appliedUs) return;
      this.#appliedUs = thresholdUs;
      dispatch({ type: 'setThreshold', thresholdUs });
    };
    input.addEventListener('change', apply);
    input.addEventListener('focusout', apply);
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') apply();
    });
    input.addEventListener('keydown', keepTyping);
    this.#order.addEventListener('keydown', keepTyping);
    this.#order.addEventListener('change', () => {
      const order = lagOrders.find((each) => each === this.#order.value);
      if (order !== undefined) dispatch({ type: 'change', change: { order } });
    });
    const kinds = [
      { value: 'lags', label: t('Lags'), count: this.#counts[0] },
      {
        value: 'groups',
        label: t('Groups'),
        hint: t('Group lags by culprit function and what it waits for (Shift+G)'),
        count: this.#counts[1],
      },
    ] as const;
    this.#kinds = new SegmentSwitch(t('List or groups'), kinds, (kind) =>
      dispatch({ type: 'change', change: grouping(kind === 'groups') }),
    );
    this.node = element('div', { class: 'bar list-bar' }, [this.#kinds.node, this.#threshold.node, this.#order]);
  }

  show({ list, state, session }: Pick<Frame, 'list' | 'state' | 'session'>): void {
    const { lags, groups } = list.counted;
    const { grouped, order } = state;
    const { thresholdUs } = session;
    setText(this.#counts[0], String(lags));
    setText(this.#counts[1], String(groups));
    this.#kinds.show(grouped ? 'groups' : 'lags');
    setText(this.#longest, grouped ? t('Most time') : t('Longest'));
    // Known screens can order the list.
    this.#byScreen.hidden = list.screens.length === 0 && order !== 'screen';
    this.#appliedUs = thresholdUs;
    const { input } = this.#threshold;
    const value = String(thresholdUs / 1000);
    // A field with the focus is not overwritten.
    if (input.value !== value && !input.matches(':focus')) input.value = value;
    if (this.#order.value !== order) this.#order.value = order;
  }
}
