import { type HandlerCost, unnamedHandler, unnamedHandlers } from '../../core/analysis/messages/message-costs.ts';
import type { Frame } from '../rendering/render-frame.ts';
import { groupText, rangeText } from '../rendering/session-texts.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, setTitle, textButton } from '../ui/dom.ts';
import { formatCount, formatDuration, formatMoment, simpleName } from '../ui/format.ts';
import { breakableName } from '../ui/names/breakable-name.ts';
import { t } from '../ui/translated.ts';
import { TableDialog } from './table-dialog.ts';

/** More rows cost next to no time. */
const MOST_ROWS = 200;
const LONGEST_NAME = 300;

type MessagesFrame = Pick<Frame, 'messageCosts' | 'state' | 'live' | 'list' | 'range' | 'bounds'>;

/** Main's messages in the selection, by handler. */
export class MessagesDialog {
  readonly #dispatch: Dispatch;
  readonly #dialog = new TableDialog({
    name: 'messages',
    title: t('Messages by handler'),
    columns: [
      [t('Handler or callback')],
      [t('Count')],
      [t('Total')],
      [t('Longest')],
      [t('CPU'), t('On a core: counted by main for longer messages, by samples for the others.')],
      [t('Queue'), t('The longest wait from the time a message was due until it began, where known.')],
    ],
    none: t('No messages in this selection.'),
  });
  #shown: readonly HandlerCost[] | undefined;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
  }

  get node(): HTMLDialogElement {
    return this.#dialog.node;
  }

  /** Opens it; `show` keeps its rows current. */
  open(): void {
    this.#dialog.open();
  }

  show({ messageCosts, state, live, list, range, bounds }: MessagesFrame): void {
    if (!this.#dialog.isOpen) return;
    const costs = messageCosts();
    const about = list.group === undefined ? rangeText(state, range, bounds, live) : groupText(list.group);
    const count = costs.reduce((sum, each) => sum + each.count, 0);
    this.#dialog.showAbout(
      count === 1 ? t('{0}: one message of the main thread', about) : t('{0}: {1} messages of the main thread', about, formatCount(count)),
    );
    if (this.#shown === costs) return;
    this.#shown = costs;
    this.#dialog.showRows(
      costs.slice(0, MOST_ROWS).map((cost) => this.#row(cost)),
      costs.length - MOST_ROWS,
    );
  }

  #row(cost: HandlerCost): HTMLTableRowElement {
    const { name, what, count, totalUs, longest, longestUs, cpuUs, measured, queuedUs } = cost;
    const shown = (simpleName(name) || t(unnamedHandlers[unnamedHandler(cost)])).slice(0, LONGEST_NAME);
    const show = textButton(formatDuration(longestUs), () => {
      this.node.close();
      this.#dispatch({ type: 'selectRange', ...longest, second: false });
    });
    show.className = 'link';
    setTitle(show, t('Show the longest, at {0}', formatMoment(longest.beginUs, 2)));
    const cpu = measured < count ? t('≈ {0}', formatDuration(cpuUs)) : formatDuration(cpuUs);
    const label = what === undefined ? shown : `${shown} what=${what}`;
    return element('tr', { class: 'tabular' }, [
      element('th', { title: name, attributes: { scope: 'row' } }, breakableName(label)),
      element('td', { text: formatCount(count) }),
      element('td', { text: formatDuration(totalUs) }),
      element('td', {}, [show]),
      element('td', { text: cpu, title: t('Counted by main for {0} of {1} messages.', formatCount(measured), formatCount(count)) }),
      element('td', { text: queuedUs === undefined ? '' : formatDuration(queuedUs) }),
    ]);
  }
}
