import { element } from '../../ui/dom.ts';

/**
 * A summary's elements: title and facts share a line, the verdict stands whole below it.
 * @param lead band, length, name: never cut
 * @param others what finds no place beside the lead is out of sight until the details are opened
 * @param verdict sentences; none without a cause
 */
export function summaryParts(lead: readonly Node[], others: readonly Node[], verdict: readonly Node[]): readonly HTMLElement[] {
  const facts = [element('span', { class: 'lead' }, lead), element('span', { class: 'others' }, others)];
  const below = verdict.length === 0 ? [] : [element('div', { class: 'verdict' }, verdict)];
  return [element('div', { class: 'facts' }, facts), ...below];
}
