import { element, pointIn } from '../ui/dom.ts';
import { text } from '../ui/page-text.ts';

/** Narrower pages, as beside a source, stack the panes. */
const NARROW = '(max-width: 640px)';
/** CSS pixels per arrow key. */
const STEP = 16;
/** The style sheet keeps both panes at their minimum. */
const SHORTEST = 0;
const LONGEST = 100_000;

/** Two panes with a movable border, stacked in narrow pages. */
export function twoPanes(start: HTMLElement, end: HTMLElement): HTMLElement {
  const splitter = element('div', {
    class: 'splitter',
    role: 'separator',
    title: text('splitterHint'),
    attributes: { tabindex: '0', 'aria-label': text('splitter') },
  });
  const panes = element('div', { class: 'panes' }, [start, splitter, end]);
  const narrow = window.matchMedia(NARROW);
  const length = (node: HTMLElement): number => (narrow.matches ? node.offsetHeight : node.offsetWidth);
  /** `undefined` restores the style sheet's size. */
  const resize = (first: number | undefined): void => {
    if (first === undefined) panes.style.removeProperty('--first-pane');
    else panes.style.setProperty('--first-pane', `${first}px`);
    updatePosition();
  };
  const updatePosition = (): void =>
    splitter.setAttribute('aria-valuenow', String(Math.round((100 * length(start)) / Math.max(1, length(panes)))));
  const arrange = (): void => {
    splitter.setAttribute('aria-orientation', narrow.matches ? 'horizontal' : 'vertical');
    resize(undefined);
  };

  splitter.addEventListener('keydown', (event) => {
    const lengths: Readonly<Record<string, number>> = {
      [narrow.matches ? 'ArrowUp' : 'ArrowLeft']: length(start) - STEP,
      [narrow.matches ? 'ArrowDown' : 'ArrowRight']: length(start) + STEP,
      Home: SHORTEST,
      End: LONGEST,
    };
    const isReset = event.key === 'Enter';
    const wanted = lengths[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (wanted === undefined && !isReset)) return;
    event.preventDefault();
    event.stopPropagation();
    resize(wanted);
  });
  splitter.addEventListener('dblclick', () => resize(undefined));
  splitter.addEventListener('pointerdown', (event) => {
    if (event.button === 0) splitter.setPointerCapture(event.pointerId);
  });
  splitter.addEventListener('pointermove', (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    const { x, y } = pointIn(panes, event);
    resize(Math.max(0, narrow.matches ? y : x));
  });
  narrow.addEventListener('change', arrange);
  new ResizeObserver(updatePosition).observe(panes);
  arrange();
  return panes;
}
