import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { changeCounts } from '../../core/analysis/lags/groups/baseline-comparison.ts';
import { formatSeconds } from '../../core/analysis/report/format-seconds.ts';
import { type BaselineScope, baselineName } from '../content/baseline-scope.ts';
import type { LagListContents } from '../content/lag-list-source.ts';
import type { Dispatch } from '../state/page-action.ts';
import { type ListedChange, listedChanges } from '../state/view-state.ts';
import { element, iconButton, setLabel, setText, setTitle, textNode } from '../ui/dom.ts';
import { formatDuration } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import { sessionNameAt } from '../ui/session-name.ts';
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
  readonly #early = element('span', { class: 'early muted', text: text('judgedLater') });
  readonly #offer: HTMLButtonElement;
  readonly #swap: HTMLButtonElement;
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
    this.#offer = element('button', { class: 'link', text: text('compareApps'), attributes: { type: 'button' } });
    this.#offer.addEventListener('click', () => dispatch({ type: 'change', change: { acrossApps: true } }));
    this.#swap = iconButton('swap', text('swapBaseline', ''), () => dispatch({ type: 'swap' }));
    this.node = element('div', { class: 'bar baseline-bar', role: 'group', attributes: { 'aria-label': text('baseline') } }, [
      this.#title,
      this.#early,
      this.#offer,
      ...this.#buttons.map(({ node }) => node),
      element('span', { class: 'buttons' }, [
        this.#swap,
        iconButton('close', text('clearBaseline'), () => dispatch({ type: 'clearBaseline' })),
      ]),
    ]);
    this.node.hidden = true;
  }

  show(
    baseline: Baseline | undefined,
    scope: BaselineScope | undefined,
    { compared, isEarly }: Pick<LagListContents, 'compared' | 'isEarly'>,
    filter: ListedChange | undefined,
  ): void {
    this.node.hidden = baseline === undefined || scope === undefined;
    if (baseline === undefined || scope === undefined) return;
    this.#filter = filter;
    const [title, about] = scopeTexts(baseline, scope);
    setText(this.#title, title);
    setTitle(this.#title, about);
    this.#early.hidden = !isEarly;
    this.#offer.hidden = scope.kind !== 'otherApp' && scope.kind !== 'import';
    this.#swap.hidden = scope.kind !== 'other';
    const isPart = baseline.range !== undefined;
    const swap = text(isPart ? 'swapRangeBaseline' : 'swapBaseline', sessionNameAt(baseline.title, baseline.recordedMs));
    this.#swap.disabled = isPart;
    setLabel(this.#swap, swap);
    setTitle(this.#swap, swap);
    const counts = changeCounts(compared ?? []);
    for (const { change, node, count } of this.#buttons) {
      node.hidden = compared === undefined || (counts[change] === 0 && filter !== change);
      node.ariaPressed = String(filter === change);
      setText(count, String(counts[change]));
    }
  }
}

/** What is compared with what, and its explanation. */
function scopeTexts(baseline: Baseline, scope: BaselineScope): readonly [string, string] {
  const { title, recordedMs, observedUs, thresholdUs, range } = baseline;
  const named = baselineName(baseline, sessionNameAt(title, recordedMs));
  switch (scope.kind) {
    case 'own':
      return range === undefined
        ? [text('ownBaseline'), text('ownBaselineAbout')]
        : [text('ownRange', formatSeconds(range)), text('ownRangeAbout')];
    case 'later':
      return [text('since', scope.since), text('sinceAbout', scope.since)];
    case 'otherApp':
      return [text('otherApp', scope.app), text('otherAppAbout', named)];
    case 'import':
      return [text('importBaseline'), text('otherAppAbout', named)];
    case 'other':
      return [text('versus', named), text('baselineAbout', named, formatDuration(observedUs), formatDuration(thresholdUs))];
  }
}
