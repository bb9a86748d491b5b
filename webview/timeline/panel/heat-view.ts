import type { Dispatch } from '../../state/page-action.ts';
import { element, pointIn, setText } from '../../ui/dom.ts';
import { formatDuration } from '../../ui/format.ts';
import type { Theme } from '../../ui/theme.ts';
import { t } from '../../ui/translated.ts';
import { paintPixels } from '../columns.ts';
import { TimeCanvas } from '../time-canvas.ts';
import { type GrowingFacts, Growth } from './growth.ts';
import {
  cellAt,
  fillHeat,
  HEAT_HEIGHT,
  type HeatData,
  type HeatPalette,
  heatPalette,
  paintHeatCursor,
  paintUnchosen,
} from './heat-painter.ts';

interface HeatEvents {
  /** A click within one cell. */
  cell(beginUs: number, endUs: number): void;
  /** A right click. */
  menu(beginUs: number, endUs: number, event: PointerEvent): void;
  /** Undefined when the pointer left. */
  hover(cell: number | undefined, clientX: number, clientY: number): void;
}

/** The session as a strip: one column per second, one cell per part of it. */
export class HeatView {
  readonly node = element('div', {
    class: 'heat-strip',
    role: 'img',
    attributes: { 'aria-label': t('Lag heat map: each column is a slice of time, bottom to top. Click or drag to select.') },
  });
  /** Meaning of columns and colours, beside the strip: over it, it would hide cells. */
  readonly legend = element('div', { class: 'heat-axis', attributes: { 'aria-hidden': 'true' } });
  readonly #axis = element('span', { class: 'tabular' });
  readonly canvas: TimeCanvas<HeatPalette>;
  #data: HeatData | undefined;
  #from: number | undefined;
  readonly #growth = new Growth(() => this.canvas.repaint());
  /** For the ranges on the strip. */
  readonly #chosenGrowth = new Growth(() => this.canvas.repaintOverlay());

  constructor(theme: Theme, dispatch: Dispatch, events: HeatEvents) {
    this.canvas = new TimeCanvas(this.node, theme, heatPalette, {
      base: (context, { width, colors }) => {
        const data = this.#data;
        if (data === undefined) return;
        const place = { left: 0, width, top: 0, height: HEAT_HEIGHT };
        paintPixels(context, place, (pixels, wide, high) => fillHeat(pixels, wide, high, data, colors));
        this.#growth.painted(factsOf(data), width, performance.now());
      },
      overlay: (context, { width, theme, cursorUs }) => {
        if (this.#data === undefined) return;
        paintUnchosen(context, width, this.#data, theme);
        this.#chosenGrowth.painted(chosenFacts(this.#data), width, performance.now());
        if (cursorUs !== undefined) paintHeatCursor(context, width, this.#data, cursorUs, theme);
      },
    });
    const keys = (['busy', 'lags'] as const).map((name) =>
      element('span', { class: 'key' }, [
        element('i', { class: `swatch heat-${name}` }),
        element('span', { text: name === 'busy' ? t('busy') : t('in lags') }),
      ]),
    );
    this.legend.append(this.#axis, ...keys);
    this.node.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      this.#from = this.#cell(event);
      this.node.setPointerCapture(event.pointerId);
    });
    this.node.addEventListener('pointermove', (event) => events.hover(this.#cell(event), event.clientX, event.clientY));
    this.node.addEventListener('pointerleave', () => events.hover(undefined, 0, 0));
    this.node.addEventListener('pointercancel', () => {
      this.#from = undefined;
    });
    this.node.addEventListener('contextmenu', (event) => {
      const cell = this.#cell(event);
      const cellUs = this.#data?.strip.cellUs ?? 0;
      if (cell !== undefined) events.menu(cell * cellUs, (cell + 1) * cellUs, event);
    });
    this.node.addEventListener('pointerup', (event) => {
      const from = this.#from;
      const to = this.#cell(event);
      this.#from = undefined;
      const cellUs = this.#data?.strip.cellUs ?? 0;
      if (from === undefined || to === undefined) return;
      const beginUs = Math.min(from, to) * cellUs;
      const endUs = (Math.max(from, to) + 1) * cellUs;
      if (from === to) events.cell(beginUs, endUs);
      else dispatch({ type: 'selectRange', beginUs, endUs, second: event.shiftKey });
    });
  }

  show(data: HeatData): void {
    const before = this.#data;
    const isMoved = data.bounds.fromX !== before?.bounds.fromX || data.bounds.toX !== before.bounds.toX;
    const isOther = data.strip !== before?.strip || data.updates !== before.updates || isMoved;
    this.#data = data;
    setText(this.#axis, t('1 column = {0}, bottom to top', formatDuration(data.strip.columnUs)));
    const nowMs = performance.now();
    const isPainted = isOther && this.#growth.show(factsOf(data), nowMs);
    if (!isPainted) this.#chosenGrowth.show(chosenFacts(data), nowMs);
  }

  #cell(event: MouseEvent): number | undefined {
    if (this.#data === undefined) return undefined;
    const { x, y } = pointIn(this.node, event);
    return cellAt(this.#data, this.node.clientWidth, x, y);
  }
}

function factsOf({ strip, bounds }: HeatData): GrowingFacts {
  return { session: strip, bounds, ranges: [], counts: [] };
}

function chosenFacts(data: HeatData): GrowingFacts {
  return { ...factsOf(data), ranges: data.chosen.map(({ fromX, toX }) => ({ beginUs: fromX, endUs: toX })) };
}
