import type { Dispatch } from '../../state/page-action.ts';
import { element, icon, setText, setTitle } from '../../ui/dom.ts';
import { RovingStop } from '../../ui/roving-stop.ts';
import { t } from '../../ui/translated.ts';

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
    element('span', { text: t('Heat strip') }),
  ]);
  readonly #status = element('span', { class: 'status tabular', role: 'status' });
  readonly #follow: HTMLButtonElement;
  readonly #stop: RovingStop;
  #heatOpen = false;

  constructor(dispatch: Dispatch) {
    this.#disclosure = element('button', { class: 'disclosure', attributes: { type: 'button', 'aria-expanded': 'false' } }, [
      icon('play'),
      element('span', { text: t('Tracks') }),
      this.#count,
    ]);
    setTitle(this.#disclosure, t('Threads, messages, frames and counters over time (T)'));
    this.#disclosure.addEventListener('click', () => dispatch({ type: 'toggleTracks' }));
    setTitle(this.#heat, t('Lag heat map: each column is a slice of time, bottom to top. Click or drag to select.'));
    this.#heat.addEventListener('click', () => dispatch({ type: 'change', change: { heat: !this.#heatOpen } }));
    this.#follow = element('button', { class: 'chip', title: t('Follow the newest samples'), attributes: { type: 'button' } }, [
      icon('follow'),
      element('span', { text: t('Follow') }),
    ]);
    this.#follow.addEventListener('click', () => dispatch({ type: 'followNewest' }));
    const messages = element(
      'button',
      { class: 'disclosure', title: t('Main’s messages in the selection, summed by handler (Shift+H)'), attributes: { type: 'button' } },
      [element('span', { text: t('Messages…') })],
    );
    messages.addEventListener('click', () => dispatch({ type: 'showMessages' }));
    const parts = [this.#disclosure, this.#heat, messages, this.#status, this.#follow];
    this.node = element('div', { class: 'timeline-bar', role: 'toolbar', attributes: { 'aria-label': t('Main thread over time') } }, parts);
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
