import type { Dispatch } from '../../state/page-action.ts';
import { element, icon, setText, setTitle } from '../../ui/dom.ts';
import { text } from '../../ui/page-text.ts';
import { RovingStop } from '../../ui/roving-stop.ts';

interface TimelineBarState {
  /** Their number. */
  readonly threads: string;
  readonly tracksOpen: boolean;
  readonly heatOpen: boolean;
  /** A live view is paused by the reader's selection. */
  readonly canFollow: boolean;
}

/** The bar between timeline and tracks: toggle, cursor position, return to live. */
export class TimelineBar {
  readonly node: HTMLElement;
  readonly #disclosure: HTMLButtonElement;
  readonly #count = element('span', { class: 'tabular' });
  readonly #heat = element('button', { class: 'disclosure', attributes: { type: 'button', 'aria-expanded': 'false' } }, [
    icon('play'),
    element('span', { text: text('heatStrip') }),
  ]);
  readonly #status = element('span', { class: 'status tabular', role: 'status' });
  readonly #follow: HTMLButtonElement;
  readonly #stop: RovingStop;
  #heatOpen = false;

  constructor(dispatch: Dispatch) {
    this.#disclosure = element('button', { class: 'disclosure', attributes: { type: 'button', 'aria-expanded': 'false' } }, [
      icon('play'),
      element('span', { text: text('tracks') }),
      this.#count,
    ]);
    setTitle(this.#disclosure, text('tracksHint'));
    this.#disclosure.addEventListener('click', () => dispatch({ type: 'toggleTracks' }));
    setTitle(this.#heat, text('heatAbout'));
    this.#heat.addEventListener('click', () => dispatch({ type: 'change', change: { heat: !this.#heatOpen } }));
    this.#follow = element('button', { class: 'chip', title: text('follow'), attributes: { type: 'button' } }, [
      icon('follow'),
      element('span', { text: text('followChip') }),
    ]);
    this.#follow.addEventListener('click', () => dispatch({ type: 'followNewest' }));
    const messages = element('button', { class: 'disclosure', title: text('messagesHint'), attributes: { type: 'button' } }, [
      element('span', { text: text('messagesChip') }),
    ]);
    messages.addEventListener('click', () => dispatch({ type: 'showMessages' }));
    const parts = [this.#disclosure, this.#heat, messages, this.#status, this.#follow];
    this.node = element('div', { class: 'timeline-bar', role: 'toolbar', attributes: { 'aria-label': text('timeline') } }, parts);
    this.#stop = new RovingStop(this.node, [this.#disclosure, this.#heat, messages, this.#follow]);
  }

  show({ threads, tracksOpen, heatOpen, canFollow }: TimelineBarState): void {
    this.#disclosure.setAttribute('aria-expanded', String(tracksOpen));
    setText(this.#count, threads);
    this.#heatOpen = heatOpen;
    this.#heat.setAttribute('aria-expanded', String(heatOpen));
    this.#follow.hidden = !canFollow;
    this.#stop.keep();
  }

  /** Also announced to screen readers. */
  say(words: string): void {
    setText(this.#status, words);
  }
}
