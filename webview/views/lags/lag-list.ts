import type { FrameRef } from '../../../core/analysis/frames/frame.ts';
import { sessionFacts } from '../../../core/analysis/report/session-facts.ts';
import { Memo } from '../../../core/memo.ts';
import { groupId, type ListItem, rowOfLag } from '../../content/lags/list-items.ts';
import { isSelectedStutter } from '../../content/stutter-facts.ts';
import { listArrangement } from '../../rendering/list-arrangement.ts';
import { emptyListText } from '../../rendering/list-text.ts';
import type { Frame } from '../../rendering/render-frame.ts';
import { resultSentence } from '../../rendering/stop-texts.ts';
import { bandOfKey } from '../../state/legend-key.ts';
import type { Dispatch, MenuSubject } from '../../state/page-action.ts';
import type { ViewRange } from '../../state/view-state.ts';
import { element, setText } from '../../ui/dom.ts';
import { openTargetOf } from '../../ui/pointer.ts';
import { t } from '../../ui/translated.ts';
import { HeldOrder } from './held-order.ts';
import { LagRow, type RowNames } from './lag-row.ts';
import { ListStrip } from './list-strip.ts';
import { VirtualRows } from './virtual-rows.ts';

/** Where the rows come from. */
interface ListGrowth {
  /** A capture adds lags as they happen. */
  readonly isLive: boolean;
  /** Everything known so far has been read. */
  readonly isComplete: boolean;
  /** Result of a stopped capture in a sentence; empty for others. */
  readonly result: string;
}

type ListFrame = Pick<Frame, 'session' | 'state' | 'status' | 'live' | 'isComplete' | 'selected' | 'list' | 'lit'>;

/** Stutters above the text that there is no lag. */
const MOST_ROWS_ABOVE = 2;

/** One row per lag, stutter or group. Open lags count up in place. A list box for keyboard and screen readers. */
export class LagList {
  readonly node = element('div', {
    class: 'lags',
    role: 'listbox',
    attributes: { tabindex: '0', 'aria-label': t('Lags of the main thread') },
  });
  readonly strip: HTMLElement;
  readonly #strip = new ListStrip(() => this.#release());
  readonly empty = element('div', { class: 'empty' });
  readonly #dispatch: Dispatch;
  readonly #names: RowNames;
  readonly #rows: VirtualRows<ListItem>;
  readonly #order = new HeldOrder<ListItem>();
  readonly #rowOfLag = new Memo<string>();
  #given: readonly ListItem[] = [];
  #arrangement = '';
  #isPointedAt = false;
  #growth: ListGrowth = { isLive: false, isComplete: false, result: '' };
  #fresh = 0;
  #made = 0;
  #selected: string | undefined;
  /** Undefined while the selected row is off the screen. */
  #marked: HTMLElement | undefined;

  constructor(names: RowNames, dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.#names = names;
    // Ids are numbers: texts of a session may hold anything.
    this.#rows = new VirtualRows(this.node, (item: ListItem) => new LagRow(item, names, `lag-row-${++this.#made}`));
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('click', (event) => this.#click(event));
    // Its clicks have selected the row, and opened it with Ctrl or Alt.
    this.node.addEventListener(
      'dblclick',
      (event) => openTargetOf(event) === undefined && rowOf(event) !== null && this.openSelected(false),
    );
    this.node.addEventListener('contextmenu', (event) => this.#menu(event));
    this.node.addEventListener('scroll', () => this.#mark());
    // A finger that scrolls points at nothing afterwards.
    this.node.addEventListener('pointerenter', ({ pointerType }) => this.#point(pointerType === 'mouse'));
    this.node.addEventListener('pointerleave', () => this.#point(false));
    this.strip = this.#strip.node;
  }

  /**
   * Updates rows in place, so that nothing flickers. A capture's rows stay where they are below the pointer and while one is
   * selected; a file's list begins at its selection, else at its top.
   */
  show(frame: ListFrame): void {
    const { selected, state, list } = frame;
    const { items } = list;
    const { group, range } = state;
    const lag = selected?.id;
    const arrangement = listArrangement(frame);
    const growth = growthOf(frame);
    // Styles fade rows of other severities.
    this.node.dataset.lit = bandOfKey(frame.lit) ?? '';
    const isRead = growth.isComplete && !growth.isLive && !this.#growth.isComplete;
    this.#growth = growth;
    this.empty.hidden = items.length > MOST_ROWS_ABOVE || items.some(({ kind }) => kind !== 'stutter');
    this.empty.style.setProperty('--rows', String(items.length));
    setText(this.empty, emptyListText(frame));
    const row = lag && this.#rowOfLag.get([items, lag], () => rowOfLag(items, lag));
    const isArranged = arrangement !== this.#arrangement;
    this.#selected = row ?? (group === undefined ? stutterOf(items, range) : groupId(group));
    this.#given = items;
    this.#arrangement = arrangement;
    this.#showRows();
    if ((isRead || isArranged) && this.#selected !== undefined) this.reveal(this.#selected);
  }

  #showRows(): void {
    const wanted = this.#isPointedAt || this.#selected !== undefined;
    const { isLive, isComplete, result } = this.#growth;
    const before = this.#fresh;
    const { items, fresh, isHeld } = this.#order.rows(this.#given, this.#arrangement, wanted, isLive && isComplete);
    this.#rows.show(items, isHeld);
    if (!isHeld && before > 0) this.#rows.toTop();
    this.#fresh = fresh;
    this.#strip.show(isLive, fresh, result);
    this.#mark();
  }

  #point(isPointedAt: boolean): void {
    this.#isPointedAt = isPointedAt;
    this.#showRows();
  }

  #release(): void {
    this.#order.release();
    this.#showRows();
    this.#rows.toTop();
    this.#mark();
  }

  /** Scrolls to a row, or to the one of a lag, if there is one. */
  reveal(id: string): void {
    const row = rowOfLag(this.#rows.items, id);
    const at = this.#rows.items.findIndex((item) => item.id === row);
    if (at >= 0) this.#rows.reveal(at);
    this.#mark();
  }

  /** Selects a neighbour of the selected row. */
  move(by: number): void {
    const { items } = this.#rows;
    const at = items.findIndex(({ id }) => id === this.#selected);
    const next = at < 0 ? (by > 0 ? 0 : items.length - 1) : at + by;
    this.#choose(items[Math.min(Math.max(next, 0), items.length - 1)]);
  }

  /** Opens the selection's source; false without one. */
  openSelected(beside: boolean): boolean {
    const item = this.#rows.items.find(({ id }) => id === this.#selected);
    if (item === undefined || item.kind === 'gone') return false;
    const culprit = this.#culpritOf(item);
    if (culprit !== undefined) this.#dispatch({ type: 'openSource', node: culprit.node, beside });
    return true;
  }

  #culpritOf(item: Exclude<ListItem, { readonly kind: 'gone' }>): FrameRef | undefined {
    if (item.kind === 'stutter') return this.#names.stutterCulprit(item.stutter);
    return (item.kind === 'lag' ? item.lag : item.group.latest).culprit;
  }

  #click(event: MouseEvent): void {
    const row = rowOf(event);
    if (row === null) return;
    this.#choose(this.#rows.items.find(({ id }) => this.#rows.nodeOf(id) === row));
    const opens = openTargetOf(event);
    if (opens !== undefined) this.openSelected(opens === 'beside');
  }

  /** Opens the menu of the row below the pointer; by a key, of the selected one. */
  #menu(event: MouseEvent): void {
    event.preventDefault();
    const row = rowOf(event);
    const item = this.#rows.items.find(({ id }) => (row === null ? id === this.#selected : this.#rows.nodeOf(id) === row));
    const node = this.#rows.nodeOf(item?.id);
    if (item === undefined || item.kind === 'gone' || node === undefined) return;
    this.#choose(item);
    const { left, bottom } = node.getBoundingClientRect();
    const [clientX, clientY] = row === null ? [left + 20, bottom] : [event.clientX, event.clientY];
    this.#dispatch({ type: 'openMenu', subject: menuSubject(item), clientX, clientY });
  }

  #choose(item: ListItem | undefined): void {
    if (item === undefined) return;
    this.#selected = item.id;
    this.reveal(item.id);
    if (item.kind === 'lag') this.#dispatch({ type: 'selectLag', lag: item.lag });
    else if (item.kind === 'stutter') this.#dispatch({ type: 'selectStutter', stutter: item.stutter });
    else this.#dispatch({ type: 'selectGroup', key: item.kind === 'group' ? item.group.key : item.compared.key });
  }

  /** Marks the selected row for eyes and screen readers. */
  #mark(): void {
    this.#rows.keepInView(this.#selected);
    const row = this.#rows.nodeOf(this.#selected);
    if (row === this.#marked && (row === undefined || row.ariaSelected === 'true')) return;
    this.#marked?.setAttribute('aria-selected', 'false');
    this.#marked = row;
    if (row === undefined) this.node.removeAttribute('aria-activedescendant');
    else {
      row.setAttribute('aria-selected', 'true');
      this.node.setAttribute('aria-activedescendant', row.id);
    }
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    const { items, pageRows } = this.#rows;
    switch (event.key) {
      case 'ArrowUp':
        this.move(-1);
        break;
      case 'ArrowDown':
        this.move(1);
        break;
      case 'PageUp':
        this.move(-pageRows);
        break;
      case 'PageDown':
        this.move(pageRows);
        break;
      case 'Home':
        this.#choose(items[0]);
        break;
      case 'End':
        this.#choose(items.at(-1));
        break;
      case 'Enter':
        this.openSelected(event.altKey);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

function menuSubject(item: Exclude<ListItem, { readonly kind: 'gone' }>): MenuSubject {
  if (item.kind === 'stutter') return { kind: 'moment', atUs: (item.stutter.beginUs + item.stutter.endUs) / 2 };
  return item.kind === 'lag' ? { kind: 'lag', lag: item.lag } : { kind: 'group', group: item.group };
}

function stutterOf(items: readonly ListItem[], range: ViewRange | undefined): string | undefined {
  const isSelected = (item: ListItem): boolean => item.kind === 'stutter' && isSelectedStutter(item.stutter, range);
  return range === undefined ? undefined : items.find(isSelected)?.id;
}

function rowOf({ target }: MouseEvent): Element | null {
  return target instanceof Element ? target.closest('.lag') : null;
}

function growthOf({ session, state, status, live, isComplete, list }: ListFrame): ListGrowth {
  const { model, lags, frames } = session;
  const inRange = state.within && list.inRange;
  const result = status.phase === 'stopped' ? resultSentence(sessionFacts(model, lags, frames), inRange) : '';
  return { isLive: live, isComplete, result };
}
