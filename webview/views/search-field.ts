import type { PatternError, PatternProblem } from '../../core/trees/search/syntax.ts';
import type { Dispatch } from '../state/page-action.ts';
import { NO_SEARCH, type SearchState } from '../state/view-state.ts';
import { element, icon, setText, setTitle } from '../ui/dom.ts';
import { keepTyping } from '../ui/field-keys.ts';
import { textField } from '../ui/text-field.ts';
import { t } from '../ui/translated.ts';

const problems: Readonly<Record<PatternProblem, (part: string) => string>> = {
  unclosed: (part) => t('Incomplete: {0}', part),
  nothingToRepeat: (part) => t('Nothing to repeat before {0}', part),
  unsupported: (part) => t('Not supported here: {0}', part),
  tooLong: () => t('Too long'),
};

/** The search with its two switches, its result and its errors. */
export class SearchField {
  readonly node: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #said = element('span', { class: 'matched muted tabular', role: 'status' });
  /** Stands for the sentence in narrow pages. */
  readonly #brief = element('span', { class: 'brief muted tabular', attributes: { 'aria-hidden': 'true' } });
  readonly #found = element('span', { class: 'found' }, [this.#said, this.#brief]);
  readonly #dispatch: Dispatch;
  readonly #leave: () => void;
  readonly #toggles: Readonly<Record<'regex' | 'matchCase', HTMLButtonElement>>;
  #search: SearchState = NO_SEARCH;

  /** @param leave called when the user is done with the field */
  constructor(dispatch: Dispatch, leave: () => void) {
    this.#dispatch = dispatch;
    this.#leave = leave;
    this.#toggles = {
      matchCase: this.#toggle('Aa', t('Match case'), () => ({ matchCase: !this.#search.matchCase })),
      regex: this.#toggle('.*', t('Regular expression'), () => ({ regex: !this.#search.regex })),
    };
    const { node, input } = textField({
      class: 'search',
      label: t('Search class or method'),
      attributes: { placeholder: t('Search'), title: t('Search class or method') },
      before: element('span', {}, [icon('search')]),
      after: element('span', { class: 'search-switches' }, [this.#toggles.matchCase, this.#toggles.regex]),
    });
    this.#input = input;
    this.node = element('div', { class: 'search-field', role: 'search' }, [this.#found, node]);
    input.addEventListener('input', () => this.#change({ text: input.value }));
    input.addEventListener('keydown', (event) => this.#key(event));
  }

  focus(): void {
    this.#input.focus();
    // A new search usually replaces the text.
    this.#input.select();
  }

  show(search: SearchState): void {
    this.#search = search;
    if (this.#input.value !== search.text) this.#input.value = search.text;
    this.#toggles.regex.ariaPressed = String(search.regex);
    this.#toggles.matchCase.ariaPressed = String(search.matchCase);
  }

  /**
   * The result in a sentence, '' without a search, or the error.
   * @param brief the same for narrow pages
   */
  say(sentence: string, brief: string, error: PatternError | undefined): void {
    const problem = error && problems[error.problem](error.part);
    setText(this.#said, problem ?? sentence);
    setText(this.#brief, problem === undefined ? brief : '');
    setTitle(this.#found, problem ?? sentence);
    this.#said.classList.toggle('wrong', error !== undefined);
    this.#input.classList.toggle('invalid', error !== undefined);
  }

  #toggle(label: string, name: string, change: () => Partial<SearchState>): HTMLButtonElement {
    const button = element('button', {
      class: 'search-switch',
      text: label,
      title: name,
      attributes: { type: 'button', 'aria-label': name },
    });
    button.addEventListener('click', () => this.#change(change()));
    return button;
  }

  #change(change: Partial<SearchState>): void {
    this.show({ ...this.#search, ...change });
    this.#dispatch({ type: 'change', change: { search: this.#search } });
  }

  #key(event: KeyboardEvent): void {
    keepTyping(event);
    if (event.key === 'Enter') this.#dispatch({ type: 'nextMatch', by: event.shiftKey ? -1 : 1 });
    if (event.key !== 'Escape') return;
    if (this.#search.text === '') this.#leave();
    else this.#change({ text: '' });
  }
}
