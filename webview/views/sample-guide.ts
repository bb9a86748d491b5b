import { type SampleHint, sampleHints } from '../../protocol/page-protocol.ts';
import type { PageAction } from '../state/page-action.ts';
import { element, iconButton, setText } from '../ui/dom.ts';
import { t } from '../ui/translated.ts';

const sentences: Readonly<Record<SampleHint, () => string>> = {
  lag: () => t('Each row is a lag: how long, why, and in which of your functions. The longest one is selected. Select another.'),
  frame: () => t('Each box is a function, as wide as its time; below it is what it called. Click a box.'),
  line: () => t('Double-click a function to open its line of code.'),
};

/** Hints on the sample's page, one at a time. Each goes once it was followed; Escape and the cross close all. */
export class SampleGuide {
  readonly node: HTMLElement;
  readonly #keep: (hints: number) => void;
  readonly #sentence = element('p');
  readonly #number = element('span', { class: 'muted tabular' });
  /** Index of the shown hint; undefined for a page without hints. */
  #at: number | undefined;

  /** @param keep called with the number of hints that need not come again */
  constructor(keep: (hints: number) => void) {
    this.#keep = keep;
    const close = iconButton('close', t('Close the Hints (Esc)'), () => this.#close());
    this.node = element('div', { class: 'coach-mark', role: 'status' }, [this.#sentence, this.#number, close]);
    this.node.hidden = true;
  }

  /** Shows the first hint that was not followed, if any. */
  show(followed: number): void {
    this.#at = followed;
    const hint = sampleHints[followed];
    this.node.hidden = hint === undefined;
    if (hint === undefined) return;
    // Style places it at what it explains.
    this.node.dataset.hint = hint;
    setText(this.#sentence, sentences[hint]());
    setText(this.#number, t('{0} of {1}', followed + 1, sampleHints.length));
  }

  /** Another session is shown. */
  hide(): void {
    this.#at = undefined;
    this.node.hidden = true;
  }

  /** The user did what a hint proposes; earlier hints are known then, too. */
  followed(hint: SampleHint): void {
    const next = sampleHints.indexOf(hint) + 1;
    if (this.#at === undefined || next <= this.#at) return;
    this.#keep(next);
    this.show(next);
  }

  /** Sees an action of the user. @returns true for an Escape that closes the hints and does nothing else */
  take(action: PageAction): boolean {
    const isEscape = action.type === 'clearOneSelection' || (action.type === 'selectLag' && action.lag === undefined);
    if (isEscape && !this.node.hidden) {
      this.#close();
      return true;
    }
    if (action.type === 'selectLag' && action.lag !== undefined) this.followed('lag');
    if (action.type === 'openSource') this.followed('line');
    return false;
  }

  #close(): void {
    this.#keep(sampleHints.length);
    this.show(sampleHints.length);
  }
}
