import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { type ComparedGroup, changeCounts } from '../../core/analysis/lags/groups/baseline-comparison.ts';
import type { Dispatch } from '../state/page-action.ts';
import { type ListedChange, listedChanges } from '../state/view-state.ts';
import { element, iconButton, setText, setTitle, textNode } from '../ui/dom.ts';
import { formatDay, formatDuration } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import { changeKey } from './lags/lag-terms.ts';

interface ChangeButton {
  readonly change: ListedChange;
  readonly node: HTMLButtonElement;
  readonly count: HTMLElement;
}

/** The baseline, and counts of new, worse, better and gone groups, each a filter of the list. */
export class BaselineBar {
  readonly node: HTMLElement;
  readonly #title = element('span', { class: 'title muted' });
  readonly #buttons: readonly ChangeButton[];
  #filter: ListedChange | undefined;

  constructor(dispatch: Dispatch) {
    this.#buttons = listedChanges.map((change) => {
      const count = element('span', { class: 'tabular' });
      const node = element('button', { class: `change ${change}`, attributes: { type: 'button' } }, [
        textNode(`${text(changeKey(change) ?? 'changeNew')} `),
        count,
      ]);
      node.addEventListener('click', () => dispatch({ type: 'change', change: { change: this.#filter === change ? undefined : change } }));
      return { change, node, count };
    });
    this.node = element('div', { class: 'bar baseline-bar', role: 'group', attributes: { 'aria-label': text('baseline') } }, [
      this.#title,
      ...this.#buttons.map(({ node }) => node),
      element('span', { class: 'spring' }),
      iconButton('close', text('clearBaseline'), () => dispatch({ type: 'clearBaseline' })),
    ]);
    this.node.hidden = true;
  }

  /** @param isOwn the baseline was made of the shown session */
  show(
    baseline: Baseline | undefined,
    compared: readonly ComparedGroup[] | undefined,
    filter: ListedChange | undefined,
    isOwn: boolean,
  ): void {
    this.node.hidden = baseline === undefined || compared === undefined;
    if (baseline === undefined || compared === undefined) return;
    this.#filter = filter;
    const day = baseline.recordedMs > 0 ? formatDay(baseline.recordedMs) : '';
    const named = [baseline.title, day].filter((part) => part !== '').join(', ');
    setText(this.#title, isOwn ? text('ownBaseline') : text('versus', named));
    const { observedUs, thresholdUs } = baseline;
    const about = isOwn ? text('ownBaselineAbout') : text('baselineAbout', named, formatDuration(observedUs), formatDuration(thresholdUs));
    setTitle(this.#title, about);
    const counts = changeCounts(compared);
    for (const { change, node, count } of this.#buttons) {
      node.hidden = counts[change] === 0 && filter !== change;
      node.ariaPressed = String(filter === change);
      setText(count, String(counts[change]));
    }
  }
}
