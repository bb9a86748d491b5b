import type { MomentContent } from '../content/dialogs/moment-source.ts';
import type { Frame } from '../rendering/render-frame.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, iconButton, setText, textButton } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { formatMoment } from '../ui/format.ts';
import { t } from '../ui/translated.ts';
import { type ColumnActions, deadlockLine, momentColumn } from './moment-column.ts';

/** Columns made at once; a server has hundreds of threads. */
const FIRST_COLUMNS = 40;
/** More would hide the columns. */
const MOST_DEADLOCKS = 3;
/** Steps of the arrow keys: a round of samples, and with Shift ten. */
const STEP_US = 10_000;
const LONG_STEP_US = 100_000;

/** All threads beside each other at one moment. Escape closes it. */
export class MomentDialog {
  readonly node: HTMLDialogElement;
  readonly #dispatch: Dispatch;
  readonly #title = element('h2', { attributes: { id: 'moment-title' } });
  readonly #deadlocks = element('div', { class: 'moment-deadlocks' });
  readonly #columns = element('div', { class: 'moment-threads' });
  readonly #more: HTMLButtonElement;
  readonly #folded = element('p', { class: 'muted' });
  readonly #scroller: HTMLElement;
  readonly #all = textButton(t('All threads'), () => this.#showAll());
  readonly #close = textButton(t('Close'), () => this.node.close());
  #atUs = 0;
  #shown: MomentContent | undefined;
  #limit = FIRST_COLUMNS;
  /** Until its threads are known: an empty dialog has no name. */
  #isOpening = false;
  /** Rows of `model.threads`; undefined for all. */
  #only: readonly number[] | undefined;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.#more = textButton('', () => this.#showMore());
    const copy = textButton(t('Copy as text'), () => this.#shown && dispatch({ type: 'copyText', text: this.#shown.text() }));
    this.#scroller = element(
      'div',
      { class: 'scroller', role: 'region', attributes: { tabindex: '0', 'aria-labelledby': 'moment-title' } },
      [this.#deadlocks, this.#columns, this.#more, this.#folded],
    );
    this.node = element('dialog', { class: 'moment', attributes: { 'aria-labelledby': 'moment-title' } }, [
      element('div', { class: 'head' }, [
        this.#title,
        iconButton('earlier', t('10 ms earlier (←, with ⇧ 100 ms)'), () => this.#step(-STEP_US)),
        iconButton('later', t('10 ms later (→, with ⇧ 100 ms)'), () => this.#step(STEP_US)),
      ]),
      this.#scroller,
      element('div', { class: 'buttons' }, [this.#all, copy, this.#close]),
    ]);
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('keydown', keepTyping);
    this.node.addEventListener('click', (event) => event.target === this.node && this.node.close());
  }

  /**
   * Opens it with the next `show`, which brings its threads, or goes to another moment.
   * @param only rows of `model.threads`; undefined shows all
   */
  open(atUs: number, only: readonly number[] | undefined): void {
    this.#atUs = atUs;
    if (this.node.open) return;
    this.#only = only;
    this.#shown = undefined;
    this.#limit = FIRST_COLUMNS;
    this.#isOpening = true;
  }

  close(): void {
    this.#isOpening = false;
    this.node.close();
  }

  show({ momentAt }: Pick<Frame, 'momentAt'>): void {
    if (!this.node.open && !this.#isOpening) return;
    const content = momentAt(this.#atUs);
    if (content !== this.#shown) {
      this.#shown = content;
      const focused = this.#focused;
      this.#showColumns(content);
      this.#focus(focused);
    }
    if (this.#isOpening) this.#showModal();
  }

  #showModal(): void {
    this.#isOpening = false;
    this.node.showModal();
    this.#scroller.focus();
    this.#scroller.scrollTop = 0;
  }

  #showAll(): void {
    this.#only = undefined;
    if (this.#shown) this.#showColumns(this.#shown);
    this.#scroller.focus();
  }

  #showColumns({ atUs, columns: all, withoutStack: folded, deadlocks }: MomentContent): void {
    const only = this.#only;
    const columns = only === undefined ? all : all.filter(({ thread }) => only.includes(thread));
    const withoutStack = only === undefined ? folded : [];
    this.#all.hidden = only === undefined;
    const moment = formatMoment(atUs, 3);
    const names = columns.map(({ label }) => label).join(' · ');
    setText(this.#title, only === undefined ? t('All threads at {0}', moment) : t('{0} at {1}', names, moment));
    this.#columns.classList.toggle('pair', only !== undefined);
    const known = new Set(columns.map(({ thread }) => thread));
    const actions: ColumnActions = {
      dispatch: this.#dispatch,
      has: (thread) => known.has(thread),
      goTo: (thread) => this.#goTo(thread),
    };
    this.#deadlocks.replaceChildren(...deadlocks.slice(0, MOST_DEADLOCKS).map((each) => deadlockLine(each, actions)));
    this.#columns.replaceChildren(...columns.slice(0, this.#limit).map((column) => momentColumn(column, actions)));
    const rest = columns.length - this.#limit;
    this.#more.hidden = rest <= 0;
    setText(this.#more, t('Show {0} more threads', rest));
    const nobody = columns.length === 0 && withoutStack.length === 0;
    this.#folded.hidden = !nobody && withoutStack.length === 0;
    setText(
      this.#folded,
      nobody ? t('No thread was running at this moment.') : t('Without a stack at this moment: {0}', withoutStack.join(', ')),
    );
  }

  #showMore(): void {
    const first = this.#limit;
    this.#limit = Number.POSITIVE_INFINITY;
    if (this.#shown) this.#showColumns(this.#shown);
    this.#threads[first]?.focus();
  }

  get #threads(): readonly HTMLElement[] {
    return [...this.#columns.querySelectorAll<HTMLElement>('.moment-thread')];
  }

  #goTo(thread: number): void {
    if (!this.#threadOf(thread)) this.#showMore();
    const column = this.#threadOf(thread);
    column?.scrollIntoView({ block: 'nearest' });
    column?.focus();
  }

  #threadOf(thread: number): HTMLElement | undefined {
    return this.#threads.find(({ dataset }) => dataset.thread === String(thread));
  }

  /** The focused column, and its link, by number. */
  get #focused(): { readonly thread: number; readonly link: number } | undefined {
    const column = this.#threads.find((each) => each.contains(document.activeElement));
    if (column === undefined) return undefined;
    const link = Array.from<Element | null>(column.querySelectorAll('button')).indexOf(document.activeElement);
    return { thread: Number(column.dataset.thread), link };
  }

  /** New columns keep the focus. */
  #focus(place: { readonly thread: number; readonly link: number } | undefined): void {
    if (place === undefined) return;
    const column = this.#threadOf(place.thread);
    (column?.querySelectorAll('button')[place.link] ?? column ?? this.#scroller).focus();
  }

  #step(byUs: number): void {
    this.#dispatch({ type: 'showThreads', atUs: this.#atUs + byUs });
  }

  #key(event: KeyboardEvent): void {
    if ((event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const stepUs = event.shiftKey ? LONG_STEP_US : STEP_US;
    this.#step(event.key === 'ArrowLeft' ? -stepUs : stepUs);
  }
}
