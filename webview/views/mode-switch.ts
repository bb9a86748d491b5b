import { element } from '../dom.ts';
import type { FlameMode } from '../flame/content.ts';
import { text } from '../text.ts';

const labels = { time: 'overTime', aggregated: 'aggregated' } as const;
const modes = ['time', 'aggregated'] as const;

/** Two buttons of which one is on: a radio group for the keyboard and screen readers. */
export class ModeSwitch {
  readonly node = element('div', { class: 'segments', role: 'radiogroup', attributes: { 'aria-label': text('view') } });
  readonly #buttons: ReadonlyMap<FlameMode, HTMLButtonElement>;

  constructor(chosen: (mode: FlameMode) => void) {
    this.#buttons = new Map(
      modes.map((mode) => {
        const button = element('button', { text: text(labels[mode]), role: 'radio', attributes: { type: 'button' } });
        button.addEventListener('click', () => chosen(mode));
        return [mode, button];
      }),
    );
    this.node.append(...this.#buttons.values());
    this.node.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      event.stopPropagation();
      const other = event.key === 'ArrowRight' ? 'aggregated' : 'time';
      chosen(other);
      this.#buttons.get(other)?.focus();
    });
    this.show('time');
  }

  show(shown: FlameMode): void {
    for (const [mode, button] of this.#buttons) {
      button.setAttribute('aria-checked', String(mode === shown));
      button.tabIndex = mode === shown ? 0 : -1;
    }
  }
}
