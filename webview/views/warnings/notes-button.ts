import { element, icon, setLabel, setText, setTitle } from '../../ui/dom.ts';
import { t } from '../../ui/translated.ts';

/** Opens and folds the notes. A capture's header keeps its place, so that nothing moves when the first note comes. */
export class NotesButton {
  readonly node = element('button', { class: 'notes', attributes: { type: 'button', 'aria-expanded': 'false' } });
  readonly #signs = { serious: icon('warning'), quiet: icon('info') };
  readonly #worst = element('span', { class: 'worst' });
  readonly #count = element('span', { class: 'count' });
  /** Instead of both in a narrow header. */
  readonly #number = element('span', { class: 'number tabular', attributes: { 'aria-hidden': 'true' } });

  /** @param toggle returns whether the notes are open now */
  constructor(toggle: () => boolean) {
    this.node.append(this.#signs.serious, this.#signs.quiet, this.#worst, this.#count, this.#number);
    this.node.addEventListener('click', () => this.node.setAttribute('aria-expanded', String(toggle())));
    this.node.hidden = true;
  }

  /**
   * @param serious folded serious sentences, the first of which is shown
   * @param notes number of the others
   * @param isCapture notes may come later
   */
  show(serious: readonly string[], notes: number, isCapture: boolean): void {
    const [worst = ''] = serious;
    const folded = serious.length + notes;
    const others = worst === '' ? folded : folded - 1;
    this.node.hidden = folded === 0 && !isCapture;
    this.node.classList.toggle('none', folded === 0);
    this.node.classList.toggle('serious', worst !== '');
    setText(this.#worst, worst);
    const count = others === 1 ? t('1 note') : t('{0} notes', others);
    setText(this.#count, others === 0 && worst !== '' ? '' : count);
    setText(this.#number, String(folded));
    const label = worst === '' ? count : others === 0 ? worst : `${worst} ${count}`;
    setTitle(this.node, worst === '' ? '' : label);
    setLabel(this.node, label);
  }
}
