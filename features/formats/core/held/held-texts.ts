import { Budget } from '../../../../core/session/limits/budget.ts';
import { ownCopy } from './own-copy.ts';

/** Letters kept of a text beyond the sum. */
const FEW_LETTERS = 64;

interface TextLimits {
  /** Letters of one text. */
  readonly letters: number;
  /** Sum over all texts. */
  readonly heldLetters: number;
}

interface Refusals {
  skipped(what: string): void;
}

/** Texts that an import holds until its end. */
export class HeldTexts {
  readonly #most: number;
  readonly #sum: Budget;
  readonly #report: Refusals;

  constructor({ letters, heldLetters }: TextLimits, report: Refusals) {
    this.#most = letters;
    // Imports have no clock.
    this.#sum = new Budget(heldLetters, { nowUs: 0 });
    this.#report = report;
  }

  /** A copy to hold: a longer text is cut, beyond the sum to a few letters. */
  copyOf(text: string): string {
    if (text === '') return text;
    return ownCopy(text, this.takes(Math.min(text.length, this.#most)) ? this.#most : FEW_LETTERS);
  }

  /** In place of a text that is held: the same text is not copied again. */
  instead(held: string, text: string): string {
    return held === text ? held : this.copyOf(text);
  }

  /** False where there is no room, which the report says. */
  takes(letters: number): boolean {
    if (this.#sum.takes(letters)) return true;
    this.#report.skipped('names beyond the bound of letters');
    return false;
  }

  gives(letters: number): void {
    this.#sum.gives(letters);
  }
}
