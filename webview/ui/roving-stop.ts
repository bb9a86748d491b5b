/**
 * Makes a toolbar of buttons one stop of the Tab key, as WAI-ARIA asks: left and right arrow keys go on from it, around the ends, and the
 * stop stays where the focus was last.
 */
export class RovingStop {
  readonly #buttons: readonly HTMLButtonElement[];

  constructor(toolbar: HTMLElement, buttons: readonly HTMLButtonElement[]) {
    this.#buttons = buttons;
    toolbar.addEventListener('keydown', (event) => this.#step(event));
    toolbar.addEventListener('focusin', ({ target }) => this.#stopAt(target));
    this.#stopAt(buttons[0]);
  }

  /** After buttons were hidden: the first shown one takes over from a hidden stop. */
  keep(): void {
    if (this.#buttons.some((button) => button.tabIndex === 0 && !button.hidden)) return;
    this.#stopAt(this.#buttons.find((button) => !button.hidden));
  }

  #stopAt(target: EventTarget | null | undefined): void {
    if (!this.#buttons.some((button) => button === target)) return;
    for (const button of this.#buttons) button.tabIndex = button === target ? 0 : -1;
  }

  #step(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    const shown = this.#buttons.filter((button) => button.offsetParent !== null);
    const at = shown.findIndex((button) => button.matches(':focus'));
    shown.at((at + (event.key === 'ArrowRight' ? 1 : -1)) % shown.length)?.focus();
  }
}
