import type { ShownButton } from '../../protocol/troubleshoot-protocol.ts';
import { element, setText } from '../ui/dom.ts';
import { arrange } from './arrange.ts';

export type Press = (button: string) => void;

/** Shows the buttons in a box; those with the same id stay the same elements. */
export function showButtons(box: HTMLElement, buttons: readonly ShownButton[], press: Press): void {
  const known = new Map([...box.querySelectorAll('button')].map((button) => [button.dataset.button, button]));
  const shown = buttons.map(({ id, label, isPrimary = false }) => {
    const button = known.get(id) ?? newButton(id, press);
    setText(button, label);
    button.classList.toggle('primary', isPrimary);
    return button;
  });
  arrange(box, shown);
  box.hidden = buttons.length === 0;
}

function newButton(id: string, press: Press): HTMLButtonElement {
  const button = element('button', { class: 'text-button', attributes: { type: 'button', 'data-button': id } });
  button.addEventListener('click', () => press(id));
  return button;
}
