import type { ViewContext } from '../../content/view-context.ts';
import type { ChosenFrame } from '../../flame/content.ts';
import { FlamePane } from '../../flame/pane/flame-pane.ts';
import { shortName } from '../../frames/transform-texts.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { Dispatch } from '../../state/page-action.ts';
import type { TableState, ViewState } from '../../state/view-state.ts';
import { TableView } from '../../table/table-view.ts';
import { element, setLabel, setText } from '../../ui/dom.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Tooltip } from '../../ui/tooltip.ts';
import { t } from '../../ui/translated.ts';
import type { ModeView } from '../mode/mode.ts';
import type { ViewContent } from '../mode/view-content.ts';
import { type SandwichContent, ShownSandwich } from './sandwich-content.ts';

/** A list of functions; callers of the selected one above, callees below. */
export class SandwichView implements ModeView {
  readonly node: HTMLElement;
  readonly list: TableView;
  readonly callers: FlamePane;
  readonly callees: FlamePane;
  readonly #parts: HTMLElement;
  readonly #empty = element('div', { class: 'empty' });
  readonly #callersTitle = element('h2');
  readonly #calleesTitle = element('h2');
  readonly #dispatch: Dispatch;
  #sort: Pick<TableState, 'sort' | 'descending'> = { sort: 'total', descending: true };
  #content: SandwichContent | undefined;
  #context: ViewContext | undefined;
  #middle: SandwichContent['middle'];
  #shownMethod: number | undefined;
  #table: TableState | undefined;

  /** @param say announces the chosen box in a sentence */
  constructor(theme: Theme, tooltip: Tooltip, dispatch: Dispatch, say: (sentence: string) => void) {
    this.#dispatch = dispatch;
    this.list = new TableView(theme, dispatch, {
      select: (row) => this.#chosenRow(row),
      sort: (column) => {
        this.#sort = { sort: column, descending: this.#sort.sort === column ? !this.#sort.descending : true };
        this.#showList();
      },
    });
    setLabel(this.list.node, `${t('Functions')}. ${t('Pick a function to see its callers above and its callees below.')}`);
    this.callers = new FlamePane(theme, tooltip, t('Who calls {0}', ''), dispatch, say);
    this.callees = new FlamePane(theme, tooltip, t('What {0} calls', ''), dispatch, say);
    this.#parts = element('div', { class: 'sandwich-parts' }, [
      this.#callersTitle,
      this.callers.node,
      this.#calleesTitle,
      this.callees.node,
    ]);
    this.node = element('div', { class: 'sandwich' }, [
      element('div', { class: 'sandwich-list' }, [this.list.node]),
      this.#parts,
      this.#empty,
    ]);
  }

  show({ view, context }: ViewContent, { table, focus }: ViewState): boolean {
    if (!(view instanceof ShownSandwich)) return false;
    const { sandwich } = view;
    const { middle } = sandwich;
    const isOther = middle !== this.#middle;
    this.#content = sandwich;
    this.#context = context;
    this.#middle = middle;
    this.#table = table;
    this.#showList();
    this.#parts.hidden = middle === undefined;
    this.#empty.hidden = middle !== undefined;
    if (middle === undefined) {
      this.#shownMethod = undefined;
      setText(
        this.#empty,
        focus === undefined
          ? t('Pick a function from the list, or press S on a frame in another view.')
          : t('{0} doesn’t run in this selection. Pick another function, or press Esc to show the whole session.', shortName(focus)),
      );
      return true;
    }
    const name = context.frames.of(middle.callees.nodeOf(0)).label;
    setText(this.#callersTitle, t('Who calls {0}', name));
    setText(this.#calleesTitle, t('What {0} calls', name));
    this.callers.show(middle.callers, undefined);
    this.callees.show(middle.callees, undefined);
    if (isOther && middle.method !== this.#shownMethod) {
      this.#shownMethod = middle.method;
      this.callers.scrollToEnd();
      this.list.reveal([middle.method]);
    }
    return true;
  }

  clear(): void {
    this.node.hidden = true;
  }

  /** Marks matches of a search. */
  setMatches(matches: ((method: number) => boolean) | undefined): void {
    this.list.setMatches(matches);
    this.callers.setMatches(matches);
    this.callees.setMatches(matches);
  }

  setLit(key: LegendKey | undefined): void {
    for (const view of [this.list, this.callers, this.callees]) view.setLit(key);
  }

  nextMatch(by: 1 | -1): void {
    this.list.nextMatch(by);
  }

  /** Selects the item under the pointer, for a menu. */
  selectAt(event: MouseEvent): boolean {
    const part = this.#partOf(event.target);
    part?.focus();
    return part?.selectAt(event) ?? this.list.selectAt(event);
  }

  /** Place of the selection's menu. */
  get chosenPlace(): { readonly x: number; readonly y: number } {
    return this.#partOf(document.activeElement)?.chosenPlace ?? this.list.selectedPlace;
  }

  #partOf(target: EventTarget | null): FlamePane | undefined {
    return [this.callers, this.callees].find((pane) => target instanceof Node && pane.node.contains(target));
  }

  /** Selected frame of the focused part. */
  get chosen(): ChosenFrame | undefined {
    const part = this.#partOf(document.activeElement);
    if (part !== undefined) return part.chosen;
    const row = this.list.selectedRow;
    const tree = this.#content?.functions.tree;
    if (row === undefined || tree === undefined) return undefined;
    return { node: tree.node(row), method: tree.method(row), path: undefined };
  }

  focus(): void {
    this.list.node.focus();
  }

  setTheme(theme: Theme): void {
    this.list.setTheme(theme);
    this.callers.setTheme(theme);
    this.callees.setTheme(theme);
  }

  #showList(): void {
    if (this.#content && this.#table) this.list.show(this.#content.functions, { ...this.#table, ...this.#sort });
  }

  #chosenRow(row: number | undefined): void {
    const method = row === undefined ? undefined : this.#content?.functions.tree.method(row);
    if (method === undefined || method === this.#shownMethod) return;
    if (this.#context !== undefined) this.#dispatch({ type: 'change', change: { focus: this.#context.facts.key(method) } });
  }
}
