import type { CauseThread } from '../../core/analysis/causes/facts/cause.ts';
import type { ActivityName } from '../../core/analysis/moment/thread-at.ts';
import { causeParts, partText } from '../../core/analysis/report/cause-text.ts';
import type { MomentColumn, MomentDeadlock, MomentFrame } from '../content/dialogs/moment-source.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setLabel } from '../ui/dom.ts';
import { formatMoment } from '../ui/format.ts';
import { setTruncatedName } from '../ui/names/truncated-name.ts';
import { keepPunctuation } from '../ui/names/unbroken.ts';
import { activityHints, activityWords } from '../ui/sentences/activity-text.ts';
import { causeTemplate } from '../ui/sentences/cause-sentence.ts';
import { t } from '../ui/translated.ts';

/** Innermost frames shown at once. */
const FIRST_FRAMES = 12;
const LONGEST_NAME = 300;
/** More threads of a deadlock are no longer read. */
const MOST_LINKS = 8;

const swatches: Readonly<Record<ActivityName, string>> = {
  running: 'busy',
  blocked: 'blocked',
  ready: 'ready',
  waiting: 'waiting',
  pause: 'gc',
  idle: 'idle',
  unknown: 'unknown',
  unseen: 'unseen',
};

/** What a column asks of the dialog around it. */
export interface ColumnActions {
  readonly dispatch: Dispatch;
  /** The thread has a column. */
  has(thread: number): boolean;
  goTo(thread: number): void;
}

/** One thread: name, state, wait and innermost frames. Arrow keys move between its links. */
export function momentColumn(column: MomentColumn, actions: ColumnActions): HTMLElement {
  const { label, thread, activity } = column;
  const word = activityWords[activity]();
  const cpu = column.cpuShare === undefined ? [] : [cpuText(column.cpuShare)];
  const state = element('p', { class: 'state', title: activity === 'unseen' ? '' : activityHints[activity]() }, [
    element('i', { class: `swatch ${swatches[activity]}` }),
    element('span', { text: word }),
    ...cpu,
    ...(column.isDeadlocked ? [element('strong', { text: t('deadlock') })] : []),
  ]);
  const node = element(
    'section',
    {
      class: column.isDeadlocked ? 'moment-thread deadlocked' : 'moment-thread',
      attributes: { 'data-thread': String(thread), tabindex: '-1' },
    },
    [
      element('h3', { text: label, title: label }),
      state,
      ...waitLine(column, actions),
      ...column.awaitedBy.map((waiter) => element('p', { class: 'wait' }, sentenceNodes(t('{0} waits for it'), [waiter], actions))),
      frameList(column.frames(), actions.dispatch),
    ],
  );
  setLabel(node, [label, word, ...(column.isDeadlocked ? [t('deadlock')] : [])].join(', '));
  keepOneStop(node);
  node.addEventListener('keydown', (event) => step(node, event));
  return node;
}

function cpuText(share: number): HTMLElement {
  return element('span', {
    class: 'muted tabular',
    text: t('CPU {0} %', Math.round(100 * share)),
    title: t('Share of one core, from 100 ms before to 100 ms after'),
  });
}

function waitLine({ wait }: MomentColumn, actions: ColumnActions): readonly HTMLElement[] {
  if (wait === undefined) return [];
  const parts = causeParts([wait], causeTemplate).map((part): HTMLElement => {
    if (typeof part !== 'string' && part.kind === 'thread') return threadNode(part.thread, part.name, actions);
    return element('span', { text: partText(part) });
  });
  return [
    element('p', { class: 'wait' }, [
      element('span', { class: 'arrow', text: '→ ', attributes: { 'aria-hidden': 'true' } }),
      ...keepPunctuation(parts),
    ]),
  ];
}

/** The threads that wait for each other; a name leads to its column. */
export function deadlockLine({ beginUs, links }: MomentDeadlock, actions: ColumnActions): HTMLElement {
  const shown = links
    .slice(0, MOST_LINKS)
    .flatMap(({ waiter, object, owner }) => [
      element('span', { text: ' ' }),
      ...sentenceNodes(t('{0} waits for {1}, held by {2}.'), [waiter, object, owner], actions),
    ]);
  const since = element('strong', { text: t('Deadlock since {0}:', formatMoment(beginUs, 3)) });
  return element('p', { class: 'deadlock' }, [since, ...shown, ...(links.length > MOST_LINKS ? [element('span', { text: ' …' })] : [])]);
}

/** A sentence with values at `{0}`, `{1}`; a thread is a link. */
function sentenceNodes(sentence: string, values: readonly (CauseThread | string)[], actions: ColumnActions): readonly Node[] {
  const pieces = sentence.split(/(\{\d\})/).filter((piece) => piece !== '');
  const nodes = pieces.map((piece) => {
    const value = /^\{\d\}$/.test(piece) ? values[Number(piece[1])] : piece;
    return value === undefined || typeof value === 'string'
      ? element('span', { text: value ?? piece })
      : threadNode(value.thread, value.name, actions);
  });
  return keepPunctuation(nodes);
}

function threadNode(thread: number, name: string, { has, goTo }: ColumnActions): HTMLElement {
  if (!has(thread)) return element('span', { text: name });
  const link = element('button', { class: 'link', text: name, title: t('Go to {0}', name), attributes: { type: 'button' } });
  link.addEventListener('click', () => goTo(thread));
  return link;
}

function frameList(frames: readonly MomentFrame[], dispatch: Dispatch): HTMLElement {
  const list = element(
    'ol',
    {},
    frames.slice(0, FIRST_FRAMES).map((frame) => frameRow(frame, dispatch)),
  );
  const rest = frames.slice(FIRST_FRAMES);
  if (rest.length === 0) return list;
  const more = element('button', { class: 'link more', text: t('{0} more frames', rest.length), attributes: { type: 'button' } });
  const row = element('li', { class: 'more-frames' }, [more]);
  more.addEventListener('click', () => {
    const rows = rest.map((frame) => frameRow(frame, dispatch));
    row.replaceWith(...rows);
    rows[0]?.querySelector('button')?.focus();
  });
  list.append(row);
  return list;
}

function frameRow({ node, label, place, shortPlace, isApp }: MomentFrame, dispatch: Dispatch): HTMLElement {
  const link = element('button', {
    class: isApp ? 'link app' : 'link',
    title: `${label} ${place}\n${t('Double-click to open the source · Alt+click to open it to the side')}`,
    attributes: { type: 'button' },
  });
  const name = label.slice(0, LONGEST_NAME);
  setTruncatedName(link, name);
  // Its parts are boxes of their own.
  setLabel(link, `${name} ${place}`);
  link.addEventListener('click', (event) => dispatch({ type: 'openSource', node, beside: event.altKey }));
  return element('li', {}, [link, ...(shortPlace === '' ? [] : [placeNode(shortPlace, place)])]);
}

/** The link's name has it, too. */
function placeNode(shown: string, place: string): HTMLElement {
  return element('span', { class: 'muted tabular', text: shown, title: place, attributes: { 'aria-hidden': 'true' } });
}

/** Tab goes from thread to thread. */
function keepOneStop(node: HTMLElement): void {
  for (const [at, button] of node.querySelectorAll('button').entries()) button.tabIndex = at === 0 ? 0 : -1;
}

function step(node: HTMLElement, event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const buttons = [...node.querySelectorAll('button')];
  const at = Array.from<Element | null>(buttons).indexOf(document.activeElement);
  event.preventDefault();
  buttons[Math.max(0, at + by)]?.focus();
}
