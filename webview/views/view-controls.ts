import type { WeightName } from '../../core/trees/weights.ts';
import type { ViewContent } from '../modes/mode/view-content.ts';
import { modeOf } from '../modes/modes.ts';
import type { ThreadChoice } from '../rendering/session-texts.ts';
import type { Dispatch } from '../state/page-action.ts';
import { isAppOnly, type TableState, turnedTable, type ViewState } from '../state/view-state.ts';
import { element, iconButton } from '../ui/dom.ts';
import { formatBytes, formatCount, formatDuration, formatShare } from '../ui/format.ts';
import { SegmentSwitch } from '../ui/segment-switch.ts';
import { t } from '../ui/translated.ts';
import { Breadcrumb } from './breadcrumb.ts';
import { framesSwitch, modeSwitch, type ShownFrames, ThreadSelect, WeightSelect } from './choices.ts';
import { SearchField } from './search-field.ts';

/** Actions of the controls that need the view below them. */
interface ControlledView {
  /** Takes back the transform at a place of the chain. */
  undo(at: number): void;
  /** Shows only the app's frames, or all. */
  setAppOnly(isOn: boolean): void;
  focus(): void;
}

/** The two bars above the views: the mode; thread, transforms, direction, weight and search. */
export class ViewControls {
  readonly nodes: readonly HTMLElement[];
  readonly #modes: SegmentSwitch<string>;
  readonly #frames: SegmentSwitch<ShownFrames>;
  readonly #directions: SegmentSwitch<TableState['direction']>;
  readonly #threads: ThreadSelect;
  readonly #weights: WeightSelect;
  readonly #crumbs: Breadcrumb;
  readonly #search: SearchField;
  #table: TableState | undefined;

  constructor(dispatch: Dispatch, view: ControlledView) {
    this.#modes = modeSwitch((mode) => dispatch({ type: 'change', change: { mode } }));
    this.#frames = framesSwitch((frames) => view.setAppOnly(frames === 'app'));
    this.#directions = new SegmentSwitch<TableState['direction']>(
      t('Tree direction'),
      [
        { value: 'topDown', label: t('Top-down'), hint: t('Outermost functions, with what they call (I)'), sign: '↓' },
        { value: 'bottomUp', label: t('Bottom-up'), hint: t('Functions where time was spent, with their callers (I)'), sign: '↑' },
      ],
      (direction) => {
        if (this.#table) dispatch({ type: 'change', change: { table: turnedTable(this.#table, direction) } });
      },
    );
    this.#threads = new ThreadSelect((thread) => dispatch({ type: 'change', change: { thread } }));
    this.#weights = new WeightSelect((weight) => dispatch({ type: 'change', change: { weight } }));
    this.#search = new SearchField(dispatch, () => view.focus());
    this.#crumbs = new Breadcrumb(
      (at) => view.undo(at),
      () => view.setAppOnly(false),
    );
    const fit = iconButton('fit', t('Reset zoom'), () => dispatch({ type: 'follow' }));
    const all = iconButton('threads', t('All threads at one moment (⇧T)'), () => dispatch({ type: 'showThreads' }));
    const spring = (): HTMLElement => element('span', { class: 'spring' });
    // Choices of some views stand beside the spring: their coming and going moves nothing else.
    const choices = [this.#directions.node, this.#weights.node];
    this.nodes = [
      element('div', { class: 'bar modes' }, [this.#modes.node, this.#frames.node, spring(), fit]),
      element('div', { class: 'bar crumbs' }, [this.#threads.node, all, this.#crumbs.node, spring(), ...choices, this.#search.node]),
    ];
  }

  show(content: ViewContent | undefined, state: ViewState): void {
    this.#table = state.table;
    this.#modes.show(state.mode);
    this.#frames.show((content?.frames.isAppOnly ?? isAppOnly(state)) ? 'app' : 'all');
    this.#directions.show(state.table.direction);
    this.#weights.show(state.weight);
    const { inverts, isOverTime } = modeOf(state);
    this.#directions.node.hidden = inverts !== 'rows';
    this.#weights.node.hidden = isOverTime;
    this.#crumbs.show(state, content?.frames.isAppOnly === true && !isAppOnly(state));
    this.#search.show(state.search);
    const { matched, found } = content ?? {};
    this.#search.say(matchedText(matched, state.weight), briefText(matched), found?.error);
  }

  showThreads(threads: readonly ThreadChoice[], selected: number): void {
    this.#threads.show(threads, selected);
  }

  focusSearch(): void {
    this.#search.focus();
  }
}

function matchedText(matched: ViewContent['matched'], weight: WeightName): string {
  if (matched === undefined) return '';
  if (matched.frames === 0) return t('nothing matched');
  const values = [shareOf(matched), amountText(matched.of, weight), formatCount(matched.frames)];
  return matched.frames === 1 ? t('matched {0} of {1}, 1 frame', ...values) : t('matched {0} of {1}, {2} frames', ...values);
}

function briefText(matched: ViewContent['matched']): string {
  if (matched === undefined) return '';
  if (matched.frames === 0) return t('nothing matched');
  return matched.frames === 1
    ? t('{0}, 1 frame', shareOf(matched), formatCount(matched.frames))
    : t('{0}, {1} frames', shareOf(matched), formatCount(matched.frames));
}

function shareOf({ matched, of }: NonNullable<ViewContent['matched']>): string {
  return formatShare(of > 0 ? matched / of : 0);
}

/** Time, samples or bytes. */
function amountText(value: number, weight: WeightName): string {
  if (weight === 'samples') return t('{0} samples', formatCount(value));
  return weight === 'allocated' ? formatBytes(value) : formatDuration(value);
}
