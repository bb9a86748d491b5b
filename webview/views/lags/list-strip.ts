import { element, setText, setTitle } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** Above the rows of a capture's list, which never move for it: leads to rows that came while the list was held, and ends in the result. */
export class ListStrip {
  readonly node = element('div', { class: 'list-strip' });
  readonly #button = element('button', { attributes: { type: 'button' } });
  readonly #result = element('span', { class: 'sentence muted', role: 'status' });

  constructor(release: () => void) {
    this.#button.addEventListener('click', release);
    this.#button.hidden = true;
    this.node.append(this.#button, this.#result);
    this.node.hidden = true;
  }

  /**
   * @param fresh number of rows that came while the list was held
   * @param result of a stopped capture; empty before its end, and for a file
   */
  show(isLive: boolean, fresh: number, result: string): void {
    this.node.hidden = !isLive && result === '';
    this.#button.hidden = fresh === 0;
    setText(this.#button, t('{0} new', fresh));
    setText(this.#result, result);
    setTitle(this.#result, result);
  }
}
