import type { ComparedGroup } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import type { LagGroup } from '../../../core/analysis/lags/groups/lag-groups.ts';
import type { Frequency } from '../../content/list-items.ts';
import { element } from '../../ui/dom.ts';
import { formatDuration, formatMoment } from '../../ui/format.ts';
import { text } from '../../ui/page-text.ts';
import { beforeText } from './lag-row.ts';
import { bandKey } from './phone-terms.ts';
import { spentBar, spentTexts } from './spent-time.ts';
import { frequencyTerm } from './why-terms.ts';

export interface GroupSummaryEvents {
  label(node: number): string;
  open(node: number, beside: boolean): void;
  /** Opens the group's longest lag. */
  worst(group: LagGroup): void;
}

/**
 * The selected group in one line: culprit, count, total and longest time, busy or blocked. Names open the source and the longest
 * lag.
 */
export class GroupSummary {
  readonly node = element('div', { class: 'group-summary', role: 'region', attributes: { 'aria-label': text('groupSummary') } });
  readonly #events: GroupSummaryEvents;
  #seen: readonly unknown[] = [];

  constructor(events: GroupSummaryEvents) {
    this.#events = events;
    this.node.hidden = true;
  }

  show(group: LagGroup | undefined, frequency: Frequency | undefined, before: ComparedGroup | undefined): void {
    this.node.hidden = group === undefined;
    if (group === undefined) return;
    const frequencyText = frequency === undefined ? undefined : frequencyTerm(frequency);
    const was = before === undefined || before.change === 'new' ? '' : beforeText(before);
    const seen = [group, frequencyText === undefined ? '' : text(...frequencyText), was];
    if (seen.every((each, at) => each === this.#seen[at])) return;
    this.#seen = seen;
    const { latest, worst, totalUs } = group;
    const { culprit } = latest;
    const worstButton = link(text('worst', formatDuration(worst.endUs - worst.beginUs)), formatMoment(worst.beginUs, 3));
    worstButton.addEventListener('click', () => this.#events.worst(group));
    this.node.replaceChildren(
      element('span', { class: 'key' }, [
        element('i', { class: `swatch band ${worst.band}` }),
        element('strong', { text: text(bandKey(worst)) }),
      ]),
      culprit === undefined ? element('span', { class: 'muted', text: text('noCulprit') }) : this.#culprit(culprit.node),
      ...(frequencyText === undefined ? [] : [element('strong', { class: 'tabular', text: text(...frequencyText) })]),
      element('span', { class: 'tabular', text: text('inAll', formatDuration(totalUs)) }),
      worstButton,
      spentBar(group, totalUs),
      ...spentTexts(group, totalUs),
      ...(was === '' ? [] : [element('span', { class: 'muted tabular', text: was })]),
    );
  }

  #culprit(node: number): HTMLElement {
    const label = this.#events.label(node);
    const button = link(label, label);
    button.addEventListener('click', (event) => this.#events.open(node, event.altKey));
    return button;
  }
}

function link(label: string, title: string): HTMLButtonElement {
  return element('button', { class: 'link tabular', text: label, title, attributes: { type: 'button' } });
}
