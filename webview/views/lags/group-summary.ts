import type { GroupCause } from '../../../core/analysis/causes/group-cause.ts';
import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { lagTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { LastSeen, sameKey } from '../../../core/memo.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element } from '../../ui/dom.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';
import { causeView } from './cause-view.ts';
import { groupCauseText } from './group-cause-text.ts';
import { beforeText, type RowNames } from './lag-row.ts';
import { frequencyText, severityText } from './lag-terms.ts';
import { busyDeviceNote, spentBar, spentTexts } from './spent-time.ts';
import { summaryParts } from './summary-parts.ts';

/**
 * The selected group: culprit, count, total and longest time, causes, and below it the whole cause of a typical lag. Names open
 * the source and the longest lag.
 */
export class GroupSummary {
  readonly node = element('div', { class: 'group-summary', role: 'region', attributes: { 'aria-label': t('Selected group of lags') } });
  readonly #names: RowNames;
  readonly #dispatch: Dispatch;
  readonly #seen = new LastSeen(sameKey);

  constructor(names: RowNames, dispatch: Dispatch) {
    this.#names = names;
    this.#dispatch = dispatch;
    this.node.hidden = true;
  }

  show({ list }: { readonly list: Pick<Frame['list'], 'group' | 'frequency' | 'before'> }): void {
    const { group, frequency, before } = list;
    this.node.hidden = group === undefined;
    if (group === undefined) return;
    const often = frequency === undefined ? '' : frequencyText(frequency);
    const was = before === undefined || before.change === 'new' ? '' : beforeText(before);
    const most = this.#names.groupCause(group);
    const causes = most === undefined || most.others.length === 0 ? '' : groupCauseText(most, group.lags.length);
    if (!this.#seen.isNew([group, often, was, most?.cause, causes])) return;
    const { latest, worst, totalUs } = group;
    const { culprit } = latest;
    const worstButton = link(t('max {0}', formatDuration(worst.endUs - worst.beginUs)), formatMoment(worst.beginUs, 3));
    worstButton.addEventListener('click', () => this.#dispatch({ type: 'selectLag', lag: worst }));
    const lead = [
      element('span', { class: 'key' }, [
        element('i', { class: `swatch band ${worst.band}` }),
        element('strong', { text: severityText(worst) }),
      ]),
      culprit === undefined ? element('span', { class: 'muted', text: t(lagTexts.noCulprit) }) : this.#culprit(culprit.node),
    ];
    const others = [
      ...(often === '' ? [] : [element('strong', { class: 'tabular', text: often })]),
      element('span', { class: 'tabular', text: t('total {0}', formatDuration(totalUs)) }),
      worstButton,
      ...(causes === '' ? [] : [element('span', { text: causes })]),
      spentBar(group, totalUs),
      ...spentTexts(group, totalUs),
      ...busyDeviceNote(group.lags),
      ...(was === '' ? [] : [element('span', { class: 'muted tabular', text: was })]),
    ];
    this.node.replaceChildren(...summaryParts(lead, others, most === undefined ? [] : this.#verdict(most, group)));
  }

  /** Cause of the lag of middle length that has the most common cause. */
  #verdict({ cause, lag }: GroupCause, { lags }: LagGroup): readonly HTMLElement[] {
    const view = causeView(cause, lag, this.#dispatch);
    return lags.length === 1 ? [view] : [element('span', { class: 'muted', text: `${t('Typically:')} ` }), view];
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
