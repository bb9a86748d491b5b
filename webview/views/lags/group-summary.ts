import type { ComparedGroup } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { LastSeen, sameKey } from '../../../core/memo.ts';
import type { Frequency } from '../../content/list-items.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element } from '../../ui/dom.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { text } from '../../ui/page-text.ts';
import { beforeText, type RowNames } from './lag-row.ts';
import { bandKey, frequencyTerm } from './lag-terms.ts';
import { busyDeviceNote, spentBar, spentTexts } from './spent-time.ts';

/**
 * The selected group in one line: culprit, count, total and longest time, busy or blocked. Names open the source and the longest
 * lag.
 */
export class GroupSummary {
  readonly node = element('div', { class: 'group-summary', role: 'region', attributes: { 'aria-label': text('groupSummary') } });
  readonly #names: RowNames;
  readonly #dispatch: Dispatch;
  readonly #seen = new LastSeen(sameKey);

  constructor(names: RowNames, dispatch: Dispatch) {
    this.#names = names;
    this.#dispatch = dispatch;
    this.node.hidden = true;
  }

  show(group: LagGroup | undefined, frequency: Frequency | undefined, before: ComparedGroup | undefined): void {
    this.node.hidden = group === undefined;
    if (group === undefined) return;
    const frequencyText = frequency === undefined ? undefined : frequencyTerm(frequency);
    const was = before === undefined || before.change === 'new' ? '' : beforeText(before);
    if (!this.#seen.isNew([group, frequencyText === undefined ? '' : text(...frequencyText), was])) return;
    const { latest, worst, totalUs } = group;
    const { culprit } = latest;
    const worstButton = link(text('worst', formatDuration(worst.endUs - worst.beginUs)), formatMoment(worst.beginUs, 3));
    worstButton.addEventListener('click', () => this.#dispatch({ type: 'selectLag', lag: worst }));
    const lead = [
      element('span', { class: 'key' }, [
        element('i', { class: `swatch band ${worst.band}` }),
        element('strong', { text: text(bandKey(worst)) }),
      ]),
      culprit === undefined ? element('span', { class: 'muted', text: text('noCulprit') }) : this.#culprit(culprit.node),
    ];
    const others = [
      ...(frequencyText === undefined ? [] : [element('strong', { class: 'tabular', text: text(...frequencyText) })]),
      element('span', { class: 'tabular', text: text('inAll', formatDuration(totalUs)) }),
      worstButton,
      spentBar(group, totalUs),
      ...spentTexts(group, totalUs),
      ...busyDeviceNote(group.lags),
      ...(was === '' ? [] : [element('span', { class: 'muted tabular', text: was })]),
    ];
    this.node.replaceChildren(element('span', { class: 'lead' }, lead), element('span', { class: 'others' }, others));
  }

  #culprit(node: number): HTMLElement {
    const label = this.#names.label(node);
    const button = link(label, label);
    button.addEventListener('click', (event) => this.#dispatch({ type: 'openSource', node, beside: event.altKey }));
    return button;
  }
}

function link(label: string, title: string): HTMLButtonElement {
  return element('button', { class: 'link tabular', text: label, title, attributes: { type: 'button' } });
}
