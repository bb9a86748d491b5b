import type { Frame } from '../rendering/render-frame.ts';
import { savedSentence } from '../rendering/stop-texts.ts';
import type { Dispatch } from '../state/page-action.ts';
import { element, type IconName, icon, setLabel, setText, setTitle, textButton } from '../ui/dom.ts';
import { t } from '../ui/translated.ts';

/** After Stop, in the header: where the session is, and what to do next. The list begins with the result. */
export class StopSummary {
  readonly node: HTMLElement;
  readonly #saved = element('span', { class: 'saved muted' });
  readonly #compare: HTMLButtonElement;

  constructor(dispatch: Dispatch) {
    this.#compare = nextButton('compare', t('Compare…'), () => dispatch({ type: 'compare' }));
    this.node = element('div', { class: 'stop-summary' }, [
      this.#saved,
      nextButton('repeat', t('Record Again'), () => dispatch({ type: 'repeat' })),
      nextButton('save', t('Save As…'), () => dispatch({ type: 'save' })),
      nextButton('share', t('Share…'), () => dispatch({ type: 'share', kind: 'choose' })),
      this.#compare,
    ]);
    this.node.hidden = true;
  }

  show({ status }: Pick<Frame, 'status'>): void {
    this.node.hidden = status.phase !== 'stopped';
    if (this.node.hidden) return;
    const saved = savedSentence(status);
    setText(this.#saved, saved);
    setTitle(this.#saved, saved);
    // A baseline is compared with a file.
    this.#compare.hidden = status.keptSessions === undefined;
  }
}

/** A name where there is room, else an icon. */
function nextButton(name: IconName, label: string, pressed: () => void): HTMLButtonElement {
  const button = textButton('', pressed);
  button.append(icon(name), element('span', { class: 'name', text: label }));
  setTitle(button, label);
  setLabel(button, label);
  return button;
}
