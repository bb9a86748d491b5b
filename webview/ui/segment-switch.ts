import { element, setText, textNode } from './dom.ts';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** Stands for the label in narrow pages. */
  readonly sign?: string;
  /** After the label. */
  readonly count?: HTMLElement;
}

/** A radio group of buttons, for keyboard and screen readers. */
export class SegmentSwitch<Value extends string> {
  readonly node: HTMLElement;
  readonly #choices: readonly Choice<Value>[];
  readonly #buttons: readonly HTMLButtonElement[];

  constructor(label: string, choices: readonly Choice<Value>[], chosen: (value: Value) => void) {
    this.#choices = choices;
    this.#buttons = choices.map(({ value, label: name, hint = '', sign, count }) => {
      const button = element('button', { title: hint, role: 'radio', attributes: { type: 'button' } });
      if (sign === undefined) setText(button, name);
      else {
        const short = element('span', { class: 'sign', text: sign, attributes: { 'aria-hidden': 'true' } });
        button.append(element('span', { class: 'word', text: name }), short);
      }
      if (count !== undefined) button.append(textNode(' '), count);
      button.addEventListener('click', () => chosen(value));
      return button;
    });
    this.node = element('div', { class: 'segments', role: 'radiogroup', attributes: { 'aria-label': label } }, this.#buttons);
    this.node.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      event.stopPropagation();
      const buttons = this.#buttons.filter((button) => button.offsetParent !== null);
      const at = buttons.findIndex((button) => button.matches(':focus'));
      const next = (at + (event.key === 'ArrowRight' ? 1 : -1) + buttons.length) % buttons.length;
      buttons[next]?.focus();
      buttons[next]?.click();
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
