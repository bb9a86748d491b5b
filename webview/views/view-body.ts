import type { FlamePane } from '../flame/pane/flame-pane.ts';
import { GraphView } from '../modes/mode/graph.ts';
import type { ModeParts, ModeView } from '../modes/mode/mode.ts';
import type { ViewContent } from '../modes/mode/view-content.ts';
import { modeOf, modes } from '../modes/modes.ts';
import type { LegendKey } from '../state/legend-key.ts';
import type { ViewState } from '../state/view-state.ts';
import { element, setText } from '../ui/dom.ts';
import type { Theme } from '../ui/theme.ts';
import { t } from '../ui/translated.ts';
import type { Viewport } from '../ui/viewport.ts';

/** All modes in one place; the state decides which is visible. */
export class ViewBody {
  readonly node: HTMLElement;
  readonly #pane: FlamePane;
  readonly #empty = element('div', { class: 'empty' });
  readonly #ofMode: ReadonlyMap<string, ModeView>;
  /** Modes share the flame graph. */
  readonly #views: ReadonlySet<ModeView>;
  #current: ModeView;

  constructor(pane: FlamePane, parts: Omit<ModeParts, 'graph'>) {
    this.#pane = pane;
    const graph = new GraphView(pane);
    this.#ofMode = new Map(modes.map((mode) => [mode.id, mode.view({ ...parts, graph })]));
    this.#views = new Set(this.#ofMode.values());
    this.#current = graph;
    this.node = element('div', { class: 'view-body' }, [...[...this.#views].map(({ node }) => node), this.#empty]);
  }

  /** The visible view. */
  get current(): ModeView {
    return this.#current;
  }

  /**
   * Shows the view of the mode, or a text why there is nothing to show.
   * @param shown time range of calls at their times
   * @param lit entry of the legend; what it does not mean is faded
   */
  show(content: ViewContent | undefined, state: ViewState, shown: Viewport, emptyText: string, lit: LegendKey | undefined): void {
    const { isOverTime } = modeOf(state);
    this.#current = this.#ofMode.get(state.mode) ?? this.#current;
    for (const view of this.#views) {
      view.setMatches(content?.found.matches);
      view.setLit(lit);
      view.node.hidden = view !== this.#current;
    }
    const isMeasured = isOverTime || content?.weights.includes(state.weight) !== false;
    const hasAny = content !== undefined && isMeasured ? this.#current.show(content, state, shown) : this.#clear(state, shown);
    this.#empty.hidden = hasAny;
    const isFiltered = isMeasured && (state.transforms.length > 0 || content?.frames.isAppOnly === true);
    setText(
      this.#empty,
      hasAny ? '' : isFiltered ? t('All samples are filtered out. Press Backspace to undo the last filter.') : emptyText,
    );
  }

  #clear(state: ViewState, shown: Viewport): boolean {
    for (const view of this.#views) view.clear(state, shown);
    return false;
  }

  showHover(atUs: number | undefined): void {
    this.#pane.showHover(atUs);
  }

  setTheme(theme: Theme): void {
    for (const view of this.#views) view.setTheme(theme);
  }
}
