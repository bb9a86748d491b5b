import { stateTexts } from '../../../core/analysis/lags/lag-texts.ts';
import { element } from '../../ui/dom.ts';
import { formatBytes, formatDuration, formatShare } from '../../ui/format.ts';
import { arrivalsText } from '../../ui/sentences/arrivals-text.ts';
import { t } from '../../ui/translated.ts';
import type { BoxFacts, RootFold } from '../content.ts';

export function boxTooltip(facts: BoxFacts): readonly Node[] {
  if (facts.fold !== undefined) return foldTooltip(facts.fold);
  const share = t('{0} of selection', formatShare(facts.share));
  const allocated = allocatedRow(facts, share);
  const [name, duration] = totalOf(facts);
  const rows: readonly (readonly [string, string])[] = [
    ...(facts.isShareOfBytes ? allocated : []),
    [name, facts.isShareOfBytes || isOutside(facts) ? duration : `${duration} · ${share}`],
    [t('Self'), formatDuration(facts.selfUs)],
    ...wholeCall(facts),
    [t(stateTexts.busy), formatDuration(facts.busyUs)],
    [t(stateTexts.blocked), formatDuration(facts.blockedUs)],
    [t(stateTexts.garbage), formatDuration(facts.garbageUs)],
    [t(stateTexts.ready), formatDuration(facts.readyUs)],
    [t(stateTexts.unknown), formatDuration(facts.unknownUs)],
    [t('idle'), formatDuration(facts.idleUs)],
    ...(facts.isShareOfBytes ? [] : allocated),
  ];
  const zero = formatDuration(0);
  const optional = new Set([t(stateTexts.blocked), t(stateTexts.garbage), t(stateTexts.ready), t(stateTexts.unknown), t('idle')]);
  const shown = rows.filter(([name, value]) => value !== zero || !optional.has(name));
  const place = [facts.place, facts.inlinedAt === '' ? '' : t('inlined at {0}', facts.inlinedAt)].filter((part) => part !== '').join(' · ');
  const compared = facts.compared && t('A {0}, B {1}', formatShare(facts.compared.here), formatShare(facts.compared.there));
  const uncertain = facts.uncertainUs > 0 ? t('uncertain by up to {0}', formatDuration(facts.uncertainUs)) : '';
  const notes = [compared ?? '', arrivalsText(facts.arrivals), facts.note, facts.states.join(', '), uncertain].filter(
    (part) => part !== '',
  );
  return [
    element('div', { class: 'name', text: facts.label }),
    element('div', { class: 'muted', text: place || t('No source file is known for this frame.') }),
    element(
      'dl',
      { class: 'tabular' },
      shown.flatMap(([name, value]) => [element('dt', { text: name }), element('dd', { text: value })]),
    ),
    ...(facts.name === facts.label ? [] : [element('div', { class: 'hint', text: facts.name })]),
    ...notes.map((note) => element('div', { class: 'hint', text: note })),
    ...(facts.place === ''
      ? []
      : [element('div', { class: 'hint', text: t('Double-click to open the source · Alt+click to open it to the side') })]),
  ];
}

/** No part of the call is in the range. */
function isOutside({ share, wholeUs }: BoxFacts): boolean {
  return share === 0 && wholeUs !== undefined;
}

function totalOf(facts: BoxFacts): readonly [name: string, duration: string] {
  return [isOutside(facts) ? t('Whole call') : t('Total'), formatDuration(facts.totalUs)];
}

/** Empty for a call that is all in the range. */
function wholeCall(facts: BoxFacts): readonly (readonly [string, string])[] {
  const whole = formatDuration(facts.wholeUs ?? facts.totalUs);
  return whole === formatDuration(facts.totalUs) ? [] : [[t('Whole call'), whole]];
}

/** Empty without allocation data. */
function allocatedRow({ allocatedBytes, isShareOfBytes }: BoxFacts, share: string): readonly (readonly [string, string])[] {
  if (allocatedBytes === undefined) return [];
  return [[t('Allocated'), `${formatBytes(allocatedBytes)}${isShareOfBytes ? ` · ${share}` : ''}`]];
}

/** The same in one sentence, for the status line and screen readers. */
export function boxSentence(facts: BoxFacts): string {
  if (facts.fold !== undefined) return foldTexts(facts.fold).join(' · ');
  const share = ` (${formatShare(facts.share)})`;
  const total = totalOf(facts).join(' ');
  const first = facts.isShareOfBytes
    ? `${t('Allocated')} ${formatBytes(facts.allocatedBytes ?? 0)}${share}, ${total}`
    : `${total}${isOutside(facts) ? '' : share}`;
  const whole = wholeCall(facts).map((call) => call.join(' '));
  const times = [first, `${t('Self')} ${formatDuration(facts.selfUs)}`, ...whole].join(', ');
  const opens = facts.place === '' ? '' : t('Enter opens the source');
  return [facts.label, facts.place, times, statesText(facts), arrivalsText(facts.arrivals), facts.note, opens]
    .filter((part) => part !== '')
    .join(' · ');
}

function foldTexts({ names, isOpen }: RootFold): readonly [about: string, names: string, opens: string] {
  return [
    t('{0} frames that call all others here', names.length),
    names.join(' › '),
    isOpen ? t('A click or Enter folds their rows') : t('A click or Enter shows their rows'),
  ];
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
    [t(stateTexts.busy), busyUs],
    [t(stateTexts.blocked), blockedUs],
    [t(stateTexts.garbage), garbageUs],
    [t(stateTexts.ready), readyUs],
    [t(stateTexts.unknown), unknownUs],
    [t('idle'), idleUs],
  ] as const;
  return states
    .map(([state, us]) => ({ state, share: us / Math.max(1, totalUs) }))
    .filter(({ share }) => share >= 0.01)
    .map(({ state, share }) => `${state} ${formatShare(share)}`)
    .join(', ');
}
