import { type ViewMode, viewModes } from '../state/view-state.ts';
import { element } from '../ui/dom.ts';
import { text } from '../ui/page-text.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
}

/** A radio group of buttons, for keyboard and screen readers. */
export class SegmentSwitch<Value extends string> {
  readonly node: HTMLElement;
  readonly #choices: readonly Choice<Value>[];
  readonly #buttons: readonly HTMLButtonElement[];

  constructor(label: string, choices: readonly Choice<Value>[], chosen: (value: Value) => void) {
    this.#choices = choices;
    this.#buttons = choices.map(({ value, label: name, hint }) => {
      const button = element('button', { text: name, title: hint, role: 'radio', attributes: { type: 'button' } });
      button.addEventListener('click', () => chosen(value));
      return button;
    });
    this.node = element('div', { class: 'segments', role: 'radiogroup', attributes: { 'aria-label': label } }, this.#buttons);
    this.node.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      event.stopPropagation();
      const at = this.#buttons.findIndex((button) => button.matches(':focus'));
      const next = (at + (event.key === 'ArrowRight' ? 1 : -1) + choices.length) % choices.length;
      this.#buttons[next]?.focus();
      this.#buttons[next]?.click();
    });
  }

  show(shown: Value): void {
    for (const [at, button] of this.#buttons.entries()) {
      const isShown = this.#choices[at]?.value === shown;
      button.ariaChecked = String(isShown);
      button.tabIndex = isShown ? 0 : -1;
    }
  }
}

export function modeSwitch(chosen: (mode: ViewMode) => void): SegmentSwitch<ViewMode> {
  const labels = { time: 'overTime', aggregated: 'aggregated', sandwich: 'sandwich', table: 'table' } as const;
  const choices = viewModes.map((value) => ({ value, label: text(labels[value]), hint: text(`${labels[value]}Hint`) }));
  return new SegmentSwitch(text('view'), choices, chosen);
}
