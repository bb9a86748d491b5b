import {
  changeCounts,
  type GroupChange,
  type ListedChange,
  listedChanges,
} from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { isCompared } from '../../content/selection/baseline-scope.ts';
import { modeOf } from '../../modes/modes.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { canSwapRanges } from '../../state/view-changes.ts';
import { SUMMED } from '../../state/view-state.ts';
import { element, icon, iconButton, setLabel, setText, setTitle, textNode } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';
import { ContextMenu } from '../context-menu.ts';
import { changeText } from '../lags/lag-terms.ts';
import { type CompareFacts, type SideName, sideMenu } from './compare-menus.ts';
import { comparedSides, notCompared, type ShownSide, swapText } from './compare-texts.ts';

interface ChangeButton {
  readonly change: ListedChange;
  readonly node: HTMLButtonElement;
  readonly count: HTMLElement;
}

interface SideButton {
  readonly node: HTMLButtonElement;
  readonly name: HTMLElement;
}

const NO_COUNTS: Readonly<Record<GroupChange, number>> = changeCounts([]);

/** The one bar of a comparison: A against B, counts of new, worse, better and gone groups as filters, the difference, swap and end. */
export class CompareBar {
  readonly node: HTMLElement;
  /** Menu of both sides. */
  readonly menu = new ContextMenu();
  readonly #dispatch: Dispatch;
  readonly #sides = element('span', { class: 'sides' });
  readonly #a: SideButton;
  readonly #b: SideButton;
  readonly #title = element('span', { class: 'title muted' });
  readonly #unjudged = element('span', { class: 'unjudged muted' });
  readonly #offer: HTMLButtonElement;
  readonly #difference: HTMLButtonElement;
  readonly #swap: HTMLButtonElement;
  readonly #end: HTMLButtonElement;
  readonly #buttons: readonly ChangeButton[];
  #facts: CompareFacts | undefined;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.#a = this.#side('a');
    this.#b = this.#side('b');
    this.#sides.append(this.#a.node, element('span', { class: 'muted', text: t('against') }), this.#b.node);
    this.#buttons = listedChanges.map((change) => this.#change(change));
    this.#offer = button('link', t('Compare Anyway'), () => dispatch({ type: 'change', change: { acrossApps: true } }));
    this.#difference = button('toggle', t('Difference'), () => this.#toggleDifference());
    setTitle(this.#difference, t('Red: more in A. Cyan: less in A. Widths show both shares together.'));
    this.#swap = iconButton('swap', '', () => dispatch({ type: 'swap' }));
    this.#end = iconButton('close', t('Stop comparing'), () => dispatch({ type: 'endComparison' }));
    const filters = element('span', { class: 'changes' }, [this.#unjudged, this.#offer, ...this.#buttons.map(({ node }) => node)]);
    const ends = element('span', { class: 'buttons' }, [this.#difference, this.#swap, this.#end]);
    this.node = element('div', { class: 'bar compare-bar', role: 'group', attributes: { 'aria-label': t('Comparison') } }, [
      this.#title,
      this.#sides,
      filters,
      ends,
    ]);
    this.node.hidden = true;
  }

  show(facts: CompareFacts): void {
    this.#facts = facts;
    const { baseline, scope, list, state, content } = facts;
    const comparison = content?.comparison;
    const sides = comparedSides(facts);
    const title = notCompared(facts);
    this.node.hidden = sides === undefined && title === undefined;
    if (this.node.hidden) return;
    this.#sides.hidden = sides === undefined;
    if (sides !== undefined) {
      showSide(this.#a, sides.a);
      showSide(this.#b, sides.b);
    }
    this.#title.hidden = title === undefined;
    setText(this.#title, title?.text ?? '');
    setTitle(this.#title, title?.about ?? '');
    const ofList = state.range2 === undefined;
    const { isOverTime } = modeOf(state);
    this.#offer.hidden = scope === undefined || scope.kind === 'own' || isCompared(scope);
    this.#difference.hidden = comparison === undefined || (!ofList && !isOverTime);
    this.#difference.ariaPressed = String(comparison?.isOn === true && !isOverTime);
    this.#swap.hidden = sides === undefined || (ofList ? scope?.kind !== 'other' : !canSwapRanges(state));
    // The other session is not in a shared page.
    this.#swap.classList.toggle('needs-editor', ofList);
    this.#swap.disabled = ofList && (baseline?.range !== undefined || baseline?.sessions !== undefined);
    const swap = swapText(facts);
    setLabel(this.#swap, swap);
    setTitle(this.#swap, swap);
    const end = ofList ? t('Stop comparing, and clear the baseline') : t('Stop comparing');
    setLabel(this.#end, end);
    setTitle(this.#end, end);
    const counts = list.compared === undefined ? NO_COUNTS : changeCounts(list.compared);
    const unjudged = list.isEarly ? t('judged after 10 s or 5 lags') : t('too few lags to judge');
    this.#unjudged.hidden = !ofList || (!list.isEarly && (counts.few === 0 || listedChanges.some((change) => counts[change] > 0)));
    setText(this.#unjudged, unjudged);
    for (const { change, node, count } of this.#buttons) {
      node.hidden = list.compared === undefined || (counts[change] === 0 && state.change !== change);
      node.ariaPressed = String(state.change === change);
      setText(count, String(counts[change]));
    }
  }

  #side(name: SideName): SideButton {
    const shown = element('span', { class: 'name' });
    const node = element('button', { class: `side-button side-${name}`, attributes: { type: 'button', 'aria-haspopup': 'menu' } }, [
      element('b', { text: name.toUpperCase() }),
      shown,
      icon('down'),
    ]);
    node.addEventListener('click', () => this.#open(name, node));
    return { node, name: shown };
  }

  #change(change: ListedChange): ChangeButton {
    const count = element('span', { class: 'tabular' });
    const node = element('button', { class: `change ${change}`, attributes: { type: 'button' } }, [
      textNode(`${changeText(change)} `),
      count,
    ]);
    node.addEventListener('click', () => {
      const isOn = this.#facts?.state.change === change;
      this.#dispatch({ type: 'change', change: { change: isOn ? undefined : change } });
    });
    return { change, node, count };
  }

  #open(side: SideName, node: HTMLElement): void {
    if (this.#facts === undefined) return;
    const { left, bottom } = node.getBoundingClientRect();
    this.menu.open(
      side === 'a' ? t('Side A of the comparison') : t('Side B of the comparison'),
      sideMenu(side, this.#facts, this.#dispatch),
      left,
      bottom,
    );
  }

  /** Calls over time show no difference. */
  #toggleDifference(): void {
    if (this.#facts === undefined) return;
    const { state } = this.#facts;
    const change = modeOf(state).isOverTime ? { mode: SUMMED, difference: true } : { difference: !state.difference };
    this.#dispatch({ type: 'change', change });
  }
}

function showSide({ node, name }: SideButton, { text: shown, about }: ShownSide): void {
  setText(name, shown);
  setTitle(node, about);
}

function button(kind: string, label: string, run: () => void): HTMLButtonElement {
  const made = element('button', { class: kind, text: label, attributes: { type: 'button' } });
  made.addEventListener('click', run);
  return made;
}
