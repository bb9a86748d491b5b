import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { element, icon, iconButton, setText } from '../dom.ts';
import { AxisView } from '../flame/axis-view.ts';
import type { FlameContent, FlameMode } from '../flame/content.ts';
import { FlameView } from '../flame/flame-view.ts';
import type { FlameItems } from '../flame/painter.ts';
import { NO_ROWS } from '../flame/rows.ts';
import { matcher, nextMatch } from '../flame/search.ts';
import type { BoxPlace } from '../flame/selection.ts';
import type { Viewport } from '../flame/viewport.ts';
import { formatShare } from '../format.ts';
import { text } from '../text.ts';
import type { Theme } from '../theme.ts';
import { boxSentence, boxTooltip, legendOf } from './box-facts.ts';
import { ModeSwitch } from './mode-switch.ts';
import { type ThreadChoice, ThreadSelect } from './thread-select.ts';
import type { Tooltip } from './tooltip.ts';

export interface FlamePanelEvents {
  mode(mode: FlameMode): void;
  thread(index: number): void;
  search(wanted: string): void;
  open(node: number, beside: boolean): void;
  /** The reader zoomed or moved the picture over time. */
  view(view: Viewport): void;
  range(fromUs: number, toUs: number): void;
  reset(): void;
  follow(): void;
}

/** The flame graph with everything around it: what is shown, search, scale, legend, and the line for screen readers. */
export class FlamePanel {
  readonly node: HTMLElement;
  readonly #events: FlamePanelEvents;
  readonly #tooltip: Tooltip;
  readonly #view: FlameView;
  readonly #axis: AxisView;
  readonly #modes: ModeSwitch;
  readonly #threads: ThreadSelect;
  readonly #stretch = element('span', { class: 'muted tabular' });
  readonly #search: VscodeTextfield;
  readonly #matched = element('span', { class: 'muted tabular', role: 'status' });
  readonly #empty = element('div', { class: 'empty' });
  readonly #status = element('span', { class: 'status', role: 'status' });
  readonly #follow: HTMLButtonElement;
  #content: FlameContent | undefined;
  #matches: ((label: string) => boolean) | undefined;
  #at: BoxPlace | undefined;

  constructor(theme: Theme, tooltip: Tooltip, details: HTMLElement, events: FlamePanelEvents) {
    this.#events = events;
    this.#tooltip = tooltip;
    this.#modes = new ModeSwitch((mode) => events.mode(mode));
    this.#threads = new ThreadSelect((thread) => events.thread(thread));
    this.#search = this.#searchField();
    this.#follow = iconButton('follow', text('follow'), () => events.follow());
    const fit = iconButton('fit', text('resetZoom'), () => events.follow());
    const axis = element('div', { class: 'flame-axis' });
    const scroller = element('div', {
      class: 'flame',
      role: 'application',
      attributes: { tabindex: '0', 'aria-label': `${text('flame')}. ${text('flameKeys')}` },
    });
    const bar = element('div', { class: 'bar' }, [
      this.#modes.node,
      this.#threads.node,
      this.#stretch,
      element('span', { class: 'spring' }),
      this.#matched,
      this.#search,
      this.#follow,
      fit,
    ]);
    const legend = element('div', { class: 'legend' }, [this.#status, ...legendOf()]);
    const wrap = element('div', { class: 'flame-wrap' }, [axis, scroller, this.#empty]);
    this.node = element('section', { class: 'main', attributes: { 'aria-label': text('flame') } }, [bar, details, wrap, legend]);
    this.#axis = new AxisView(axis, theme, (fromX, toX) => events.range(fromX, toX));
    this.#view = new FlameView(scroller, theme, this.#items(), {
      hover: (item, x, y) => this.#hover(item, x, y),
      select: (item) => setText(this.#status, item === undefined || !this.#content ? '' : boxSentence(this.#content.facts(item))),
      open: (item, beside) => this.#content && events.open(this.#content.nodeOf(item), beside),
      view: (view) => {
        this.#axis.show(view, this.#content?.mode ?? 'time');
        if (this.#content?.mode === 'time') events.view(view);
      },
      reset: () => events.reset(),
      range: (fromX, toX) => this.#content?.mode === 'time' && events.range(fromX, toX),
    });
  }

  /**
   * Shows a flame graph, or says why there is none.
   * @param view what to show; `undefined` keeps the zoom of a summed picture while its stretch stays
   */
  show(content: FlameContent | undefined, view: Viewport | undefined, stretch: string, emptyText: string): void {
    const isOther = content?.mode !== this.#content?.mode || (view === undefined && content !== this.#content);
    this.#content = content;
    if (isOther) {
      this.#view.clearSelection();
      this.#tooltip.hide();
    }
    const hasBoxes = content !== undefined && content.flame.rows.length > 0;
    this.#empty.hidden = hasBoxes;
    setText(this.#empty, hasBoxes ? '' : emptyText);
    setText(this.#stretch, stretch);
    if (content) this.#modes.show(content.mode);
    const flame = content?.flame ?? { ...NO_ROWS, ...view };
    this.#view.show(flame, view ?? (isOther ? flame : this.#view.view));
    this.#axis.show(this.#view.view, content?.mode ?? 'time');
    this.#countMatches();
  }

  showThreads(threads: readonly ThreadChoice[], selected: number): void {
    this.#threads.show(threads, selected);
  }

  showFollow(canFollow: boolean, following: boolean): void {
    this.#follow.hidden = !canFollow;
    this.#follow.setAttribute('aria-pressed', String(following));
  }

  setTheme(theme: Theme): void {
    this.#view.setTheme(theme);
    this.#axis.setTheme(theme);
  }

  /** The stretch of x that can be seen, for the next `show`. */
  get view(): Viewport {
    return this.#view.view;
  }

  /** Script time of the latest paint in milliseconds. */
  get paintMs(): number {
    return this.#view.surface.paintMs;
  }

  focusSearch(): void {
    this.#search.focus();
  }

  setSearch(wanted: string): void {
    this.#search.value = wanted;
    this.#applySearch(wanted);
  }

  /** Goes to the next or previous match. */
  nextMatch(by: 1 | -1): void {
    const content = this.#content;
    const matches = this.#matches;
    if (content === undefined || matches === undefined) return;
    this.#at = nextMatch(content.flame, (item) => matches(content.items.label(item)), this.#at, by);
    if (this.#at) this.#view.reveal(this.#at);
  }

  /** What the view asks about boxes goes to whatever content is shown. */
  #items(): FlameItems {
    return {
      label: (item) => this.#content?.items.label(item) ?? '',
      category: (item) => this.#content?.items.category(item) ?? 'unknown',
      shade: (item) => this.#content?.items.shade(item) ?? 0,
      certainty: (item) => this.#content?.items.certainty(item) ?? 'certain',
      matches: (item) => this.#matches?.(this.#content?.items.label(item) ?? '') ?? true,
    };
  }

  #searchField(): VscodeTextfield {
    const field = element('vscode-textfield', {
      class: 'search',
      attributes: { placeholder: text('search'), 'aria-label': text('search') },
    });
    const glass = element('span', { attributes: { slot: 'content-before' } }, [icon('search')]);
    field.append(glass);
    field.addEventListener('input', () => this.#applySearch(field.value));
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') this.nextMatch(event.shiftKey ? -1 : 1);
      if (event.key === 'Escape') this.setSearch('');
    });
    return field;
  }

  #applySearch(wanted: string): void {
    this.#matches = matcher(wanted);
    this.#at = undefined;
    this.#view.setSearching(this.#matches !== undefined);
    this.#countMatches();
    this.#events.search(wanted);
  }

  #countMatches(): void {
    const content = this.#content;
    const matches = this.#matches;
    if (content === undefined || matches === undefined) {
      setText(this.#matched, '');
      return;
    }
    const { flame } = content;
    const time = flame.matchedX((item) => matches(content.items.label(item)));
    setText(this.#matched, text('matched', formatShare(time / (flame.toX - flame.fromX))));
  }

  #hover(item: number | undefined, clientX: number, clientY: number): void {
    if (item === undefined || this.#content === undefined) {
      this.#tooltip.hide();
      return;
    }
    this.#tooltip.show(boxTooltip(this.#content.facts(item)), clientX, clientY);
  }
}
