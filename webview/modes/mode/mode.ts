import type { FrameKey } from '../../../core/trees/transform.ts';
import type { ChosenFrame } from '../../flame/content.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { Dispatch, ViewChange } from '../../state/page-action.ts';
import type { ViewState } from '../../state/view-state.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Tooltip } from '../../ui/tooltip.ts';
import type { Viewport } from '../../ui/viewport.ts';
import type { ContentFacts, ShownView, ViewContent } from './view-content.ts';
import type { ViewSources } from './view-sources.ts';

/** One way to show the selected stacks. Everything else reads these records and names no mode. */
export interface Mode {
  /** In stored views and links. */
  readonly id: string;
  /** Shows it, wherever the focus is. */
  readonly key: string;
  /** Its button, and the button's tooltip with the key. */
  label(): string;
  hint(): string;
  /** Shows calls at their times. Other modes sum stacks by a weight. */
  readonly isOverTime: boolean;
  /** Key I changes callers and callees by a transform of stacks, or by the order of rows. */
  readonly inverts: 'stacks' | 'rows' | 'nothing';
  /** Colours mean more and less while a comparison is on. */
  readonly colorsDifference: boolean;
  /** Offered for a function: by a letter, in its menu, in the list of keys. */
  readonly ofFunction?: FunctionAction;
  /** Offered in the menu of a lag. */
  readonly ofLag?: LagAction;
  /** True if the user chose something that only this mode shows: on narrow pages it takes the room of the list. */
  hasSelection?(state: ViewState): boolean;
  content(facts: ContentFacts, sources: ViewSources): ShownView;
  view(parts: ModeParts): ModeView;
}

export interface FunctionAction {
  readonly letter: string;
  label(): string;
  /** In the list of keys. */
  help(): string;
  change(about: FrameKey): ViewChange;
}

export interface LagAction {
  label(): string;
  /** Its neighbours in the menu: entries about the lag's code, or about its moments. */
  readonly among: 'code' | 'moments';
  readonly change: ViewChange;
}

/** What elements of a mode are made with. */
export interface ModeParts {
  readonly theme: Theme;
  readonly tooltip: Tooltip;
  readonly dispatch: Dispatch;
  /** Announces the chosen frame in a sentence, '' for none. */
  readonly say: (sentence: string) => void;
  /** The flame graph, which modes share: its selection survives a change of mode. */
  readonly graph: ModeView;
}

/** Elements of a mode. */
export interface ModeView {
  readonly node: HTMLElement;
  readonly chosen: ChosenFrame | undefined;
  /** Page position for a menu of the chosen frame. */
  readonly chosenPlace: { readonly x: number; readonly y: number };
  /** Shows its own kind of content. @param shown time range of calls at their times @returns false if nothing is to be seen */
  show(content: ViewContent, state: ViewState, shown: Viewport): boolean;
  /** Shows nothing. */
  clear(state: ViewState, shown: Viewport): void;
  focus(): void;
  /** Chooses the frame under the pointer; false where there is none. */
  selectAt(event: MouseEvent): boolean;
  nextMatch(by: 1 | -1): void;
  /** Marks matches of a search, by row of `model.methods`; undefined ends it. */
  setMatches(matches: ((method: number) => boolean) | undefined): void;
  /** Fades what an entry of the legend does not mean. */
  setLit(key: LegendKey | undefined): void;
  setTheme(theme: Theme): void;
}
