import { labelFitter } from '../../../webview/ui/canvas/label-fitter.ts';
import { setText } from '../../../webview/ui/dom.ts';
import { onThemeChange, readTheme } from '../../../webview/ui/theme.ts';
import { type BoxPlace, boxAfter } from './box-steps.ts';
import { BoxTooltip } from './box-tooltip.ts';

/** Left and right of a label. */
const PADDING_PX = 8;
const categories = ['more1', 'more2', 'more3', 'same', 'less1', 'less2', 'less3'] as const;

/** Colours, labels and keys of the drawn stacks. */
export class DrawnStacks {
  readonly #root: HTMLElement;
  readonly #tooltip: BoxTooltip;
  readonly #resized = new ResizeObserver(() => this.#fitLabels());
  #places = new Map<SVGElement, BoxPlace>();
  /** Whole ones. */
  #labels = new Map<Element, string>();
  #fit = labelFitter('');

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#tooltip = new BoxTooltip(root);
    root.addEventListener('keydown', (event) => this.#press(event));
    root.addEventListener('focusin', ({ target }) => this.#stopAt(target));
    onThemeChange(() => this.#takeTheme());
    this.#takeTheme();
  }

  /** After a change of the page. */
  update(): void {
    this.#tooltip.hide();
    const boxes = [...this.#root.querySelectorAll<SVGElement>('.flame rect')];
    this.#places = new Map(boxes.map((box) => [box, placeOf(box)]));
    this.#labels = new Map([...this.#root.querySelectorAll('.flame text')].map((text) => [text, text.textContent ?? '']));
    if (!boxes.some((box) => box.tabIndex === 0)) this.#stopAt(boxes[0]);
    this.#resized.disconnect();
    const drawing = this.#root.querySelector('.flame');
    if (drawing !== null) this.#resized.observe(drawing);
  }

  #takeTheme(): void {
    const theme = readTheme(document.body);
    for (const name of categories) {
      const [shade] = theme.frame[name];
      if (shade === undefined) continue;
      const { fill, outline, text } = shade;
      const { style } = this.#root;
      style.setProperty(`--${name}`, theme.highContrast ? theme.background : fill);
      style.setProperty(`--${name}-line`, theme.highContrast ? outline : theme.background);
      style.setProperty(`--${name}-text`, theme.highContrast ? theme.foreground : text);
    }
    this.#fit = labelFitter(theme.smallFont);
    this.#fitLabels();
  }

  #fitLabels(): void {
    for (const [text, label] of this.#labels) {
      // The rectangle: a drawing inside another one is as wide as its letters.
      const width = text.previousElementSibling?.getBoundingClientRect().width ?? 0;
      setText(text, this.#fit.fit(label, width - PADDING_PX));
    }
  }

  /** One box is a stop of the Tab key. */
  #stopAt(target: EventTarget | null | undefined): void {
    if (!(target instanceof SVGElement) || !this.#places.has(target)) return;
    for (const box of this.#places.keys()) box.tabIndex = box === target ? 0 : -1;
  }

  #press(event: KeyboardEvent): void {
    const { target, key, altKey } = event;
    const from = target instanceof SVGElement ? this.#places.get(target) : undefined;
    if (from === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (key === 'Enter' || key === ' ') target?.dispatchEvent(new MouseEvent('click', { bubbles: true, altKey }));
    else {
      const to = boxAfter(key, from, [...this.#places.values()]);
      if (to === undefined && !key.startsWith('Arrow')) return;
      for (const [box, place] of this.#places) if (place === to) box.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Around each rectangle is a drawing of its own. */
function placeOf({ ownerSVGElement: around }: SVGElement): BoxPlace {
  const [left = 0, width = 0, top = 0] = [around?.x, around?.width, around?.y].map((each) => each?.baseVal.valueInSpecifiedUnits);
  return { left, right: left + width, top };
}
