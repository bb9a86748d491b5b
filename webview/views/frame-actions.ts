import type { Transform } from '../../core/trees/transform.ts';
import type { WeightName } from '../../core/trees/weights.ts';
import type { ViewContext } from '../content/view-context.ts';
import type { ChosenFrame } from '../flame/content.ts';
import { transformChoices } from '../frames/frame-transforms.ts';
import { crumbText, transformAka, transformText } from '../frames/transform-texts.ts';
import type { Dispatch, ViewChange } from '../state/page-action.ts';
import { turnedTable, type ViewState } from '../state/view-state.ts';
import { text } from '../ui/page-text.ts';
import { ContextMenu, type MenuItem } from './context-menu.ts';

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

  /**
   * Runs a key's action; false for other keys.
   * @param weights the available weights
   */
  key(key: string, chosen: ChosenFrame | undefined, state: ViewState, context: ViewContext, weights: readonly WeightName[]): boolean {
    switch (key) {
      case 'Backspace':
        return this.undo(state, state.transforms.length - 1);
      case 'w':
        if (state.mode !== 'time') this.#change({ weight: nextWeight(state.weight, weights) });
        return state.mode !== 'time';
      case 's':
        if (chosen !== undefined) this.#sandwich(chosen, context);
        return chosen !== undefined;
      case 'l':
        if (chosen !== undefined) this.#listLags(chosen, context);
        return chosen !== undefined;
    }
    const choice = transformChoices(chosen, context.facts).find(({ letter }) => letter === key);
    if (choice !== undefined) this.#apply(choice.transform, state);
    return choice !== undefined;
  }

  /** Removes a transform; false without one. */
  undo(state: ViewState, at: number): boolean {
    const undone = state.transforms[at];
    if (undone === undefined) return false;
    this.#change({ transforms: state.transforms.toSpliced(at, 1) });
    this.#say(text('undoTransform', crumbText(undone)));
    return true;
  }

  openMenu(chosen: ChosenFrame, state: ViewState, context: ViewContext, clientX: number, clientY: number): void {
    const item = (label: string, detail: string, letter: string, begins: boolean, run: () => void): MenuItem => {
      return { label, detail, letter, begins, run };
    };
    const items = [
      item(text('menuOpen'), '', 'Enter', false, () => this.#dispatch({ type: 'openSource', node: chosen.node, beside: false })),
      item(text('menuOpenBeside'), '', 'Alt+Enter', false, () => this.#dispatch({ type: 'openSource', node: chosen.node, beside: true })),
      item(text('menuSandwich'), '', 's', false, () => this.#sandwich(chosen, context)),
      item(text('menuRan'), '', 'l', false, () => this.#listLags(chosen, context)),
      ...transformChoices(chosen, context.facts).map(({ letter, transform }, at) =>
        item(transformText(transform), transformAka(transform), letter, at === 0 || transform.type === 'hideSystem', () =>
          this.#apply(transform, state),
        ),
      ),
    ];
    this.menu.open(text('menu', context.frames.of(chosen.node).label.slice(0, 200)), items, clientX, clientY);
  }

  #change(change: ViewChange): void {
    this.#dispatch({ type: 'change', change });
  }

  #sandwich({ method }: ChosenFrame, context: ViewContext): void {
    this.#change({ mode: 'sandwich', focus: context.facts.key(method) });
  }

  #listLags({ method }: ChosenFrame, context: ViewContext): void {
    this.#change({ ran: context.facts.key(method), change: undefined, screen: undefined });
  }

  /** Inverting twice undoes it. The table has its own switch. */
  #apply(transform: Transform, state: ViewState): void {
    this.#say(transformText(transform));
    if (transform.type !== 'invert') {
      this.#change({ transforms: [...state.transforms, transform] });
      return;
    }
    if (state.mode === 'table') {
      this.#change({ table: turnedTable(state.table, state.table.direction === 'topDown' ? 'bottomUp' : 'topDown') });
      return;
    }
    const left = state.transforms.filter(({ type }) => type !== 'invert');
    this.#change({ transforms: left.length < state.transforms.length ? left : [...left, transform] });
  }
}

function nextWeight(weight: WeightName, weights: readonly WeightName[]): WeightName {
  return weights[(weights.indexOf(weight) + 1) % weights.length] ?? 'wall';
}
