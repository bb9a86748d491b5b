import { element } from '../../ui/dom.ts';
import { formatBytes, formatDuration, formatShare } from '../../ui/format.ts';
import { text } from '../../ui/page-text.ts';
import { arrivalsText } from '../../ui/sentences/arrivals-text.ts';
import type { BoxFacts, RootFold } from '../content.ts';

export function boxTooltip(facts: BoxFacts): readonly Node[] {
  if (facts.fold !== undefined) return foldTooltip(facts.fold);
  const share = text('ofRange', formatShare(facts.share));
  const allocated = allocatedRow(facts, share);
  const [name, duration] = totalOf(facts);
  const rows: readonly (readonly [string, string])[] = [
    ...(facts.isShareOfBytes ? allocated : []),
    [name, facts.isShareOfBytes || isOutside(facts) ? duration : `${duration} · ${share}`],
    [text('self'), formatDuration(facts.selfUs)],
    ...wholeCall(facts),
    [text('busy'), formatDuration(facts.busyUs)],
    [text('blocked'), formatDuration(facts.blockedUs)],
    [text('garbage'), formatDuration(facts.garbageUs)],
    [text('ready'), formatDuration(facts.readyUs)],
    [text('unknown'), formatDuration(facts.unknownUs)],
    [text('activityIdle'), formatDuration(facts.idleUs)],
    ...(facts.isShareOfBytes ? [] : allocated),
  ];
  const zero = formatDuration(0);
  const optional = new Set([text('blocked'), text('garbage'), text('ready'), text('unknown'), text('activityIdle')]);
  const shown = rows.filter(([name, value]) => value !== zero || !optional.has(name));
  const place = [facts.place, facts.inlinedAt === '' ? '' : text('inlined', facts.inlinedAt)].filter((part) => part !== '').join(' · ');
  const compared = facts.compared && text('comparedShares', formatShare(facts.compared.here), formatShare(facts.compared.there));
  const uncertain = facts.uncertainUs > 0 ? text('uncertain', formatDuration(facts.uncertainUs)) : '';
  const notes = [compared ?? '', arrivalsText(facts.arrivals), facts.note, facts.states.join(', '), uncertain].filter(
    (part) => part !== '',
  );
  return [
    element('div', { class: 'name', text: facts.label }),
    element('div', { class: 'muted', text: place || text('noSource') }),
    element(
      'dl',
      { class: 'tabular' },
      shown.flatMap(([name, value]) => [element('dt', { text: name }), element('dd', { text: value })]),
    ),
    ...(facts.name === facts.label ? [] : [element('div', { class: 'hint', text: facts.name })]),
    ...notes.map((note) => element('div', { class: 'hint', text: note })),
    ...(facts.place === '' ? [] : [element('div', { class: 'hint', text: text('openHint') })]),
  ];
}

/** No part of the call is in the range. */
function isOutside({ share, wholeUs }: BoxFacts): boolean {
  return share === 0 && wholeUs !== undefined;
}

function totalOf(facts: BoxFacts): readonly [name: string, duration: string] {
  return [text(isOutside(facts) ? 'wholeCall' : 'total'), formatDuration(facts.totalUs)];
}

/** Empty for a call that is all in the range. */
function wholeCall(facts: BoxFacts): readonly (readonly [string, string])[] {
  const whole = formatDuration(facts.wholeUs ?? facts.totalUs);
  return whole === formatDuration(facts.totalUs) ? [] : [[text('wholeCall'), whole]];
}

/** Empty without allocation data. */
function allocatedRow({ allocatedBytes, isShareOfBytes }: BoxFacts, share: string): readonly (readonly [string, string])[] {
  if (allocatedBytes === undefined) return [];
  return [[text('columnAllocated'), `${formatBytes(allocatedBytes)}${isShareOfBytes ? ` · ${share}` : ''}`]];
}

/** The same in one sentence, for the status line and screen readers. */
export function boxSentence(facts: BoxFacts): string {
  if (facts.fold !== undefined) return foldTexts(facts.fold).join(' · ');
  const share = ` (${formatShare(facts.share)})`;
  const total = totalOf(facts).join(' ');
  const first = facts.isShareOfBytes
    ? `${text('columnAllocated')} ${formatBytes(facts.allocatedBytes ?? 0)}${share}, ${total}`
    : `${total}${isOutside(facts) ? '' : share}`;
  const whole = wholeCall(facts).map((call) => call.join(' '));
  const times = [first, `${text('self')} ${formatDuration(facts.selfUs)}`, ...whole].join(', ');
  const opens = facts.place === '' ? '' : text('openKey');
  return [facts.label, facts.place, times, statesText(facts), arrivalsText(facts.arrivals), facts.note, opens]
    .filter((part) => part !== '')
    .join(' · ');
}

function foldTexts({ names, isOpen }: RootFold): readonly [about: string, names: string, opens: string] {
  return [text('rootFrames', names.length), names.join(' › '), text(isOpen ? 'rootsClose' : 'rootsOpen')];
}

function foldTooltip(fold: RootFold): readonly Node[] {
  const [about, names, opens] = foldTexts(fold);
  return [
    element('div', { class: 'name', text: names }),
    element('div', { class: 'muted', text: about }),
    element('div', { class: 'hint', text: opens }),
  ];
}

/** `busy 52 %, no core free 48 %`. */
function statesText({ totalUs, busyUs, blockedUs, readyUs, garbageUs, unknownUs, idleUs }: BoxFacts): string {
  const states = [
    ['busy', busyUs],
    ['blocked', blockedUs],
    ['garbage', garbageUs],
    ['ready', readyUs],
    ['unknown', unknownUs],
    ['activityIdle', idleUs],
  ] as const;
  return states
    .map(([key, us]) => ({ key, share: us / Math.max(1, totalUs) }))
    .filter(({ share }) => share >= 0.01)
    .map(({ key, share }) => `${text(key)} ${formatShare(share)}`)
    .join(', ');
}
