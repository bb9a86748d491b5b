import type { Transform } from '../../core/trees/transform.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import type { FramesChoice } from '../content/selection/app-frames.ts';
import type { ViewContext } from '../content/view-context.ts';
import type { ChosenFrame } from '../flame/content.ts';
import { transformChoices } from '../frames/frame-transforms.ts';
import { crumbText, transformName, transformText } from '../frames/transform-texts.ts';
import type { FunctionAction } from '../modes/mode/mode.ts';
import type { ViewContent } from '../modes/mode/view-content.ts';
import { modeOf, modes } from '../modes/modes.ts';
import type { Dispatch, ViewChange } from '../state/page-action.ts';
import { turnedTable, type ViewState } from '../state/view-state.ts';
import { t } from '../ui/translated.ts';
import { ContextMenu, type MenuItem } from './context-menu.ts';

/** Modes that show a function. */
const functionActions = modes.flatMap(({ ofFunction }) => ofFunction ?? []);

/** What actions need of the shown view. */
export type ActionFacts = Pick<ViewContent, 'context' | 'weights' | 'frames'>;

/** Actions on the selected frame and on all stacks, by letters and by a menu. */
export class FrameActions {
  readonly menu = new ContextMenu();
  readonly #dispatch: Dispatch;
  readonly #say: (sentence: string) => void;

  /** @param say announces what was done */
  constructor(dispatch: Dispatch, say: (sentence: string) => void) {
    this.#dispatch = dispatch;
    this.#say = say;
  }

  /** Runs a key's action; false for other keys. */
  key(key: string, chosen: ChosenFrame | undefined, state: ViewState, { context, weights, frames }: ActionFacts): boolean {
    switch (key) {
      case 'Backspace':
        return this.undo(state, state.transforms.length - 1);
      case 'w':
        if (modeOf(state).isOverTime) return false;
        this.#change({ weight: nextWeight(state.weight, weights) });
        return true;
      case 'l':
        if (chosen !== undefined) this.#listLags(chosen, context);
        return chosen !== undefined;
    }
    const action = functionActions.find(({ letter }) => letter === key);
    if (action !== undefined) {
      if (chosen !== undefined) this.#apply(action, chosen, context);
      return chosen !== undefined;
    }
    const choice = transformChoices(chosen, context.facts).find(({ letter }) => letter === key);
    if (choice !== undefined) this.#transform(choice.transform, state, frames);
    return choice !== undefined;
  }

  /** Removes a transform; false without one. */
  undo(state: ViewState, at: number): boolean {
    const undone = state.transforms[at];
    if (undone === undefined) return false;
    this.#change({ transforms: state.transforms.toSpliced(at, 1) });
    this.#say(t('Undo: {0}', crumbText(undone)));
    return true;
  }

  openMenu(chosen: ChosenFrame, state: ViewState, facts: ActionFacts, clientX: number, clientY: number): void {
    const title = t('Actions for {0}', facts.context.frames.of(chosen.node).label.slice(0, 200));
    this.menu.open(title, this.menuItems(chosen, state, facts), clientX, clientY);
  }

  /** Entries of a frame's menu. */
  menuItems(chosen: ChosenFrame, state: ViewState, { context, frames }: ActionFacts): readonly MenuItem[] {
    const open = (beside: boolean): void => this.#dispatch({ type: 'openSource', node: chosen.node, beside });
    const transforms = transformChoices(chosen, context.facts).map(({ letter, transform }) => ({
      ...item(transformText(transform), letter, () => this.#transform(transform, state, frames)),
      hint: transformName(transform.type),
      begins: transform.type === 'hideSystem',
    }));
    return [
      item(t('Open source'), 'Enter', () => open(false)),
      item(t('Open source to the side'), 'Alt+Enter', () => open(true)),
      ...functionActions.map((action) => item(action.label(), action.letter, () => this.#apply(action, chosen, context))),
      item(t('List the lags that ran it'), 'l', () => this.#listLags(chosen, context)),
      { ...item(t('Transform'), '', () => undefined), begins: true, items: transforms },
    ];
  }

  #change(change: ViewChange): void {
    this.#dispatch({ type: 'change', change });
  }

  #apply({ change }: FunctionAction, { method }: ChosenFrame, context: ViewContext): void {
    this.#change(change(context.facts.key(method)));
  }

  #listLags({ method }: ChosenFrame, context: ViewContext): void {
    this.#change({ ran: context.facts.key(method), change: undefined, screen: undefined });
  }

  /** Shows only the app's frames, or all; for all selected lags, if those are what is shown. */
  setAppOnly(isOn: boolean, { transforms }: ViewState, { isAppOnly, isOfLag }: FramesChoice): void {
    if (isOn === isAppOnly) return;
    this.#say(isOn ? t('Keep only app frames') : t('All frames (A)'));
    if (isOn) this.#change(isOfLag ? { allFramesOfLags: false } : { transforms: [...transforms, { type: 'flattenToApp' }] });
    else {
      const others = transforms.filter(({ type }) => type !== 'flattenToApp');
      this.#change({ transforms: others, ...(isOfLag ? { allFramesOfLags: true } : {}) });
    }
  }

  /** Twice undoes what has a switch. Rows of a table have their own one. */
  #transform(transform: Transform, state: ViewState, frames: FramesChoice): void {
    if (transform.type === 'flattenToApp') {
      this.setAppOnly(!frames.isAppOnly, state, frames);
      return;
    }
    this.#say(transformText(transform));
    if (transform.type !== 'invert') {
      this.#change({ transforms: [...state.transforms, transform] });
      return;
    }
    if (modeOf(state).inverts === 'rows') {
      this.#change({ table: turnedTable(state.table, state.table.direction === 'topDown' ? 'bottomUp' : 'topDown') });
      return;
    }
    const left = state.transforms.filter(({ type }) => type !== 'invert');
    this.#change({ transforms: left.length < state.transforms.length ? left : [...left, transform] });
  }
}

function item(label: string, letter: string, run: () => void): MenuItem {
  return { label, detail: '', letter, begins: false, run };
}

function nextWeight(weight: WeightName, weights: readonly WeightName[]): WeightName {
  return weights[(weights.indexOf(weight) + 1) % weights.length] ?? 'wall';
}
