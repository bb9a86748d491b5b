import { type ChosenFrame, type FlameContent, isOverTime } from '../../flame/content.ts';
import type { FlamePane } from '../../flame/pane/flame-pane.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { ViewState } from '../../state/view-state.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Viewport } from '../../ui/viewport.ts';
import type { ModeView } from './mode.ts';
import type { ShownView, ViewContent } from './view-content.ts';

/** A flame graph as the content of a mode. */
export class ShownGraph implements ShownView {
  readonly mode: string;
  readonly content: FlameContent;

  constructor(mode: string, content: FlameContent) {
    this.mode = mode;
    this.content = content;
  }

  withArrivals(arrivals: ReadonlyMap<number, number>): ShownGraph {
    const { content } = this;
    const facts: typeof content.facts = (item) => ({ ...content.facts(item), arrivals: arrivals.get(content.methodOf(item)) });
    return new ShownGraph(this.mode, { ...content, facts });
  }
}

/** The flame graph of all modes that show one. */
export class GraphView implements ModeView {
  readonly node: HTMLElement;
  readonly #pane: FlamePane;

  constructor(pane: FlamePane) {
    this.#pane = pane;
    this.node = pane.node;
  }

  show({ view, blamed, context }: ViewContent, _state: ViewState, shown: Viewport): boolean {
    if (!(view instanceof ShownGraph)) return false;
    this.#pane.show(view.content, isOverTime(view.content) ? shown : undefined);
    this.#pane.showBlamed(blamed, context.facts);
    return view.content.flame.rows.length > 0;
  }

  clear(_state: ViewState, shown: Viewport): void {
    this.#pane.show(undefined, shown);
  }

  get chosen(): ChosenFrame | undefined {
    return this.#pane.chosen;
  }

  get chosenPlace(): { readonly x: number; readonly y: number } {
    return this.#pane.chosenPlace;
  }

  focus(): void {
    this.#pane.focus();
  }

  selectAt(event: MouseEvent): boolean {
    return this.#pane.selectAt(event);
  }

  nextMatch(by: 1 | -1): void {
    this.#pane.nextMatch(by);
  }

  setMatches(matches: ((method: number) => boolean) | undefined): void {
    this.#pane.setMatches(matches);
  }

  setLit(key: LegendKey | undefined): void {
    this.#pane.setLit(key);
  }

  setTheme(theme: Theme): void {
    this.#pane.setTheme(theme);
  }
}
