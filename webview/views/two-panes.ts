import '@vscode-elements/elements/dist/vscode-split-layout/index.js';
import { element } from '../dom.ts';

/** In a page that is narrower, as it is with a source beside it, two columns would leave the flame graph next to nothing. */
const NARROW = '(max-width: 640px)';
const LIST_WIDTH = '340px';
/** The bar and two lags. */
const LIST_HEIGHT = '182px';

/** Two panes side by side, in a narrow page one below the other; the border between them can be moved. */
export function twoPanes(start: HTMLElement, end: HTMLElement): HTMLElement {
  start.slot = 'start';
  end.slot = 'end';
  const panes = element('vscode-split-layout', { attributes: { 'fixed-pane': 'start' } }, [start, end]);
  const narrow = window.matchMedia(NARROW);
  const arrange = (): void => {
    panes.setAttribute('initial-handle-position', narrow.matches ? LIST_HEIGHT : LIST_WIDTH);
    panes.setAttribute('split', narrow.matches ? 'horizontal' : 'vertical');
  };
  narrow.addEventListener('change', arrange);
  arrange();
  return panes;
}
