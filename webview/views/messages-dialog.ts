import type { HandlerCost } from '../../core/analysis/messages/message-costs.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setText, setTitle } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { formatCount, formatDuration, formatMoment, simpleName } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import { button } from './symbols-dialog.ts';

const columns = ['columnHandler', 'columnCount', 'columnTotal', 'columnLongest', 'columnOnCpu', 'columnQueue'] as const;
const hints = { columnOnCpu: 'columnOnCpuHint', columnQueue: 'columnQueueHint' } as const;
/** More rows cost next to no time. */
const MOST_ROWS = 200;
const LONGEST_NAME = 300;

/** Main's messages in the selection, by handler. Escape closes it. */
export class MessagesDialog {
  readonly node: HTMLDialogElement;
  readonly #dispatch: Dispatch;
  readonly #about = element('p', { class: 'muted' });
  readonly #body = element('tbody');
  readonly #table: HTMLTableElement;
  readonly #none = element('p', { text: text('messagesNone') });
  readonly #more = element('p', { class: 'muted' });
  readonly #close = button(text('close'), () => this.node.close());
  #shown: readonly HandlerCost[] | undefined;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    const title = element('h2', { text: text('messagesTitle'), attributes: { id: 'messages-title' } });
    const head = columns.map((column) => {
      const hint = column === 'columnOnCpu' || column === 'columnQueue' ? { title: text(hints[column]) } : {};
      return element('th', { text: text(column), attributes: { scope: 'col' }, ...hint });
    });
    this.#table = element('table', {}, [element('thead', {}, [element('tr', {}, head)]), this.#body]);
    const attributes = { tabindex: '0', 'aria-labelledby': 'messages-title' };
    const scroller = element('div', { class: 'scroller', role: 'region', attributes }, [this.#table, this.#none, this.#more]);
    this.node = element('dialog', { class: 'messages', attributes: { 'aria-labelledby': 'messages-title' } }, [
      title,
      this.#about,
      scroller,
      element('div', { class: 'buttons' }, [this.#close]),
    ]);
    this.node.addEventListener('keydown', keepTyping);
    this.node.addEventListener('click', (event) => event.target === this.node && this.node.close());
  }

  /** Opens it; `show` keeps its rows current. */
  open(): void {
    if (this.node.open) return;
    this.node.showModal();
    this.#close.focus();
  }

  get isOpen(): boolean {
    return this.node.open;
  }

  /** @param about the selection */
  show(costs: readonly HandlerCost[], about: string): void {
    const count = costs.reduce((sum, each) => sum + each.count, 0);
    setText(this.#about, count === 1 ? text('messagesAboutOne', about) : text('messagesAbout', about, formatCount(count)));
    if (this.#shown === costs) return;
    this.#shown = costs;
    this.#table.hidden = costs.length === 0;
    this.#none.hidden = costs.length > 0;
    this.#more.hidden = costs.length <= MOST_ROWS;
    setText(this.#more, text('andOthers', costs.length - MOST_ROWS));
    // The focused button is replaced with its row.
    const focused = Array.from<Element | null>(this.#body.querySelectorAll('button')).indexOf(document.activeElement);
    this.#body.replaceChildren(...costs.slice(0, MOST_ROWS).map((cost) => this.#row(cost)));
    if (focused >= 0) (this.#body.querySelectorAll('button')[focused] ?? this.#close).focus();
  }

  #row({ name, what, count, totalUs, longest, longestUs, cpuUs, measured, queuedUs }: HandlerCost): HTMLTableRowElement {
    const shown = (simpleName(name) || '?').slice(0, LONGEST_NAME);
    const show = button(formatDuration(longestUs), () => {
      this.node.close();
      this.#dispatch({ type: 'selectRange', ...longest, second: false });
    });
    show.className = 'link';
    setTitle(show, text('showLongest', formatMoment(longest.beginUs, 2)));
    const cpu = measured < count ? text('aboutDuration', formatDuration(cpuUs)) : formatDuration(cpuUs);
    const numbers = [
      element('td', { text: formatCount(count) }),
      element('td', { text: formatDuration(totalUs) }),
      element('td', {}, [show]),
      element('td', { text: cpu, title: text('cpuMeasured', formatCount(measured), formatCount(count)) }),
      element('td', { text: queuedUs === undefined ? '' : formatDuration(queuedUs) }),
    ];
    return element('tr', { class: 'tabular' }, [
      element('th', {
        text: what === undefined || name === '' ? shown : `${shown} what=${what}`,
        title: name,
        attributes: { scope: 'row' },
      }),
      ...numbers,
    ]);
  }
}
