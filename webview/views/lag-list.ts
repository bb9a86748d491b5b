import type { Lag } from '../../core/analysis/lag.ts';
import { element } from '../dom.ts';
import { formatDuration, formatMoment } from '../format.ts';
import { text } from '../text.ts';
import { kindText, type LagOrder, orderedLags } from './lag-order.ts';
import { bandKey, phoneTerms } from './phone-terms.ts';

/** Rows beyond this are not drawn; a lower threshold than makes sense can bring tens of thousands. */
const MOST_ROWS = 2000;

export interface LagListEvents {
  /** The frame to blame as it was written: `Cart.sort λ`. */
  label(node: number): string;
  select(lag: Lag | undefined): void;
  /** Enter on a lag: opens the source of the frame to blame. */
  open(lag: Lag, beside: boolean): void;
}

/** One row per lag; a row that lasts counts up in place. A listbox for screen readers and the keyboard. */
export class LagList {
  readonly #list: HTMLUListElement;
  readonly #empty: HTMLElement;
  readonly #events: LagListEvents;
  readonly #rows = new Map<string, LagRow>();
  #shown: readonly Lag[] = [];
  #selected: string | undefined;

  constructor(list: HTMLUListElement, empty: HTMLElement, events: LagListEvents) {
    this.#list = list;
    this.#empty = empty;
    this.#events = events;
    list.addEventListener('keydown', (event) => this.#key(event));
    list.addEventListener('click', (event) => {
      const id = event.target instanceof Element ? event.target.closest<HTMLElement>('.lag')?.dataset.lag : undefined;
      if (id !== undefined) this.#choose(this.#shown.find((lag) => lag.id === id));
    });
  }

  /** Shows the lags in this order; rows that are already there are changed in place, so that nothing flickers. */
  show(lags: readonly Lag[], order: LagOrder, selected: string | undefined, emptyText: string): void {
    this.#shown = orderedLags(lags, order).slice(0, MOST_ROWS);
    this.#empty.hidden = this.#shown.length > 0;
    this.#empty.textContent = emptyText;
    const gone = new Set(this.#rows.keys());
    let before: Element | null = this.#list.firstElementChild;
    for (const lag of this.#shown) {
      gone.delete(lag.id);
      let row = this.#rows.get(lag.id);
      if (row === undefined) {
        row = new LagRow(lag, this.#events.label);
        this.#rows.set(lag.id, row);
      }
      row.update(lag);
      if (row.node === before) before = before.nextElementSibling;
      else this.#list.insertBefore(row.node, before);
    }
    for (const id of gone) {
      this.#rows.get(id)?.node.remove();
      this.#rows.delete(id);
    }
    this.#markSelected(selected);
  }

  /** The lag before or after the selected one, in the order shown. */
  move(by: -1 | 1): void {
    const at = this.#shown.findIndex((lag) => lag.id === this.#selected);
    const next = at < 0 ? (by > 0 ? 0 : this.#shown.length - 1) : at + by;
    this.#choose(this.#shown[Math.min(Math.max(next, 0), this.#shown.length - 1)]);
  }

  /** Scrolls to a lag's row. */
  reveal(id: string): void {
    this.#rows.get(id)?.node.scrollIntoView({ block: 'nearest' });
  }

  focus(): void {
    this.#list.focus();
  }

  #choose(lag: Lag | undefined): void {
    if (lag === undefined) return;
    this.#markSelected(lag.id);
    this.reveal(lag.id);
    this.#events.select(lag);
  }

  #markSelected(id: string | undefined): void {
    if (this.#selected !== undefined && this.#selected !== id) this.#rows.get(this.#selected)?.node.setAttribute('aria-selected', 'false');
    this.#selected = id;
    const row = id === undefined ? undefined : this.#rows.get(id);
    if (row === undefined) {
      this.#list.removeAttribute('aria-activedescendant');
      return;
    }
    row.node.setAttribute('aria-selected', 'true');
    this.#list.setAttribute('aria-activedescendant', row.node.id);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    switch (event.key) {
      case 'ArrowUp':
        this.move(-1);
        break;
      case 'ArrowDown':
        this.move(1);
        break;
      case 'Home':
        this.#choose(this.#shown[0]);
        break;
      case 'End':
        this.#choose(this.#shown.at(-1));
        break;
      case 'Enter': {
        const lag = this.#shown.find((shown) => shown.id === this.#selected);
        if (lag) this.#events.open(lag, event.altKey);
        break;
      }
      case 'Escape':
        this.#markSelected(undefined);
        this.#events.select(undefined);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** One row; remembers what it shows and touches only what changed. */
class LagRow {
  readonly node: HTMLLIElement;
  readonly #band = element('span');
  readonly #culprit = element('span');
  readonly #duration = element('span', { class: 'duration tabular' });
  readonly #detail = element('span', { class: 'detail muted' });
  readonly #moment = element('span', { class: 'moment muted tabular' });
  readonly #busy = element('i', { class: 'busy' });
  readonly #blocked = element('i', { class: 'blocked' });
  readonly #garbage = element('i', { class: 'gc' });
  readonly #dot = element('span', { class: 'live-dot', title: text('ongoing') });
  readonly #label: (node: number) => string;
  #seen = '';

  constructor(lag: Lag, label: (node: number) => string) {
    this.#label = label;
    const shares = element('div', { class: 'shares' }, [this.#busy, this.#blocked, this.#garbage]);
    const children = [this.#band, this.#culprit, this.#duration, this.#detail, this.#moment, shares];
    this.node = element('li', { class: 'lag', role: 'option', attributes: { id: `lag-${lag.id}`, 'aria-selected': 'false' } }, children);
    this.node.dataset.lag = lag.id;
  }

  update(lag: Lag): void {
    const seen = `${lag.endUs} ${lag.open} ${lag.culprit?.node} ${lag.busyUs} ${lag.blockedUs} ${lag.phone?.isBackground} ${lag.phone?.lateFrames}`;
    if (seen === this.#seen) return;
    this.#seen = seen;
    const duration = Math.max(1, lag.endUs - lag.beginUs);
    const { culprit } = lag;
    const named = culprit ? this.#label(culprit.node) : text(lag.kind === 'nativeWork' ? 'nativeCulprit' : 'noCulprit');
    this.node.dataset.open = String(lag.open);
    this.#band.className = `band ${lag.band}`;
    this.#culprit.className = culprit ? 'culprit' : 'culprit none';
    this.#culprit.textContent = named;
    this.#culprit.title = culprit ? `${culprit.class === '' ? '' : `${culprit.class}.`}${culprit.method}` : '';
    this.#detail.title = phoneTerms(lag)
      .map((term) => text(...term))
      .join(' · ');
    this.#duration.textContent = formatDuration(duration);
    if (lag.open) this.#duration.prepend(this.#dot);
    const place = culprit && culprit.sourceFile !== '' ? `${culprit.sourceFile}${culprit.line > 0 ? `:${culprit.line}` : ''} · ` : '';
    this.#detail.textContent = `${place}${text(bandKey(lag))} · ${kindText(lag)}`;
    this.#moment.textContent = formatMoment(lag.beginUs);
    this.#busy.style.width = `${(100 * lag.busyUs) / duration}%`;
    this.#blocked.style.width = `${(100 * lag.blockedUs) / duration}%`;
    this.#garbage.style.width = `${(100 * lag.gcUs) / duration}%`;
    const ongoing = lag.open ? `, ${text('ongoing')}` : '';
    this.node.ariaLabel = `${text('lagSummary', text(bandKey(lag)), named, formatDuration(duration), formatMoment(lag.beginUs))}${ongoing}`;
  }
}
