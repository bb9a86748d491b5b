import { missingBuilds, type SymbolRow } from '../../core/analysis/frames/symbol-rows.ts';
import type { Frame } from '../rendering/render-frame.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, icon, iconButton, setText, setTitle, textButton } from '../ui/dom.ts';
import { t } from '../ui/translated.ts';

/** The app is no local build: names the needed and the nearest one, and the next step. */
export class BuildBanner {
  readonly node: HTMLElement;
  readonly #sentence = element('span', { class: 'sentence' });
  /** The sentence the reader has hidden; another one is shown. */
  #hidden = '';

  constructor(dispatch: Dispatch) {
    const locate = textButton(t('Locate…'), () => dispatch({ type: 'locateSymbols', wanted: this.#wanted }));
    locate.classList.add('needs-editor');
    const buttons = element('span', { class: 'buttons' }, [
      locate,
      textButton(t('Show Symbols'), () => dispatch({ type: 'showSymbols' })),
      iconButton('close', t('Hide'), () => {
        this.#hidden = this.#sentence.textContent ?? '';
        this.node.hidden = true;
      }),
    ]);
    this.node = element('div', { class: 'banner', role: 'status' }, [icon('warning'), this.#sentence, buttons]);
    this.node.hidden = true;
  }

  #wanted = '';

  /** The shown sentence; empty if there is none. */
  get sentence(): string {
    return this.node.hidden ? '' : this.#sentence.textContent;
  }

  show({ session }: Pick<Frame, 'session'>): void {
    const missing = missingBuilds(session.model);
    const [first] = missing;
    const others = missing.length > 1 ? t('And {0} more.', missing.length - 1) : '';
    const sentence = first === undefined ? '' : `${missingSentence(first)} ${others}`.trim();
    this.#wanted = first === undefined || first.image === 0 ? t('Classes of the app') : (first.path.split('/').at(-1) ?? '');
    setText(this.#sentence, sentence);
    setTitle(this.#sentence, first?.path ?? '');
    this.node.hidden = sentence === '' || sentence === this.#hidden;
  }
}

/** Why symbols are missing; the file's name replaces its long path. */
export function missingSentence({ path, facts }: SymbolRow): string {
  const why = facts?.why ?? '';
  const name = path.split('/').at(-1) ?? '';
  return name === '' ? why : why.replaceAll(path, () => name);
}
