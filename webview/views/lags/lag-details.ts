import { type Frame, isSelected } from '../../rendering/render-frame.ts';
import { element, icon } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** The selected lag or group with its whole cause. Its disclosure shows the rest, so that the flame graph keeps its rows. */
export class LagDetails {
  readonly node = element('div', { class: 'lag-details' });
  readonly #more = element(
    'button',
    {
      class: 'disclosure more',
      title: t('The whole line, the process, and the stack at the end of the lag'),
      attributes: { type: 'button', 'aria-expanded': 'false' },
    },
    [icon('play'), element('span', { text: t('Details') })],
  );

  /**
   * @param lines at most one of them is visible
   * @param rest visible while the disclosure is open
   */
  constructor(lines: readonly HTMLElement[], rest: readonly HTMLElement[]) {
    this.node.append(element('div', { class: 'lag-line' }, [...lines, this.#more]), element('div', { class: 'lag-more' }, rest));
    this.#more.addEventListener('click', () => {
      const isOpen = this.node.classList.toggle('open');
      this.#more.setAttribute('aria-expanded', String(isOpen));
    });
    this.node.hidden = true;
  }

  show(frame: Pick<Frame, 'selected' | 'stutter' | 'list'>): void {
    this.node.hidden = !isSelected(frame);
  }
}
