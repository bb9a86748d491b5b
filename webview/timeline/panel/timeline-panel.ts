import { HEAT_ROWS } from '../../../core/analysis/report/heat-strip.ts';
import type { LegendKey } from '../../state/legend-key.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element, setLabel } from '../../ui/dom.ts';
import type { Theme } from '../../ui/theme.ts';
import type { Tooltip } from '../../ui/tooltip.ts';
import { t } from '../../ui/translated.ts';
import { RangeLabel, type RulerRange } from '../range-label.ts';
import type { TimeCanvas } from '../time-canvas.ts';
import { TimelineCursor, type TimelineEvent } from '../timeline-cursor.ts';
import { trackFills } from '../track-fills.ts';
import type { TracksData } from '../tracks/tracks-painter.ts';
import { TracksSplitter } from '../tracks/tracks-splitter.ts';
import { TracksView } from '../tracks/tracks-view.ts';
import type { HeatData } from './heat-painter.ts';
import { HeatView } from './heat-view.ts';
import { TimelineBar } from './timeline-bar.ts';
import { TimelineKeys } from './timeline-keys.ts';
import type { TimelineData } from './timeline-painter.ts';
import { TimelineTooltip } from './timeline-tooltip.ts';
import { TimelineView } from './timeline-view.ts';

/** State of the panel beyond the timeline itself. */
interface TimelinePanelState {
  /** Undefined while closed. */
  readonly tracks: TracksData | undefined;
  /** Most height of the tracks in CSS pixels; undefined is the usual one. */
  readonly tracksPx: number | undefined;
  /** Entry of the legend; other states are faded. */
  readonly lit: LegendKey | undefined;
  /** Their number. */
  readonly threads: string;
  /** Undefined while hidden. */
  readonly heat: HeatData | undefined;
  /** A live view is paused by the reader's selection. */
  readonly canFollow: boolean;
  /** Named by the ruler. */
  readonly range: RulerRange | undefined;
  /** Moments that `.` and `,` jump to. */
  readonly events: () => readonly TimelineEvent[];
}

/** The timeline of the whole session, the heat strip, the bar, and the tracks. */
export class TimelinePanel {
  readonly node: HTMLElement;
  readonly #tooltip: TimelineTooltip;
  readonly #overview: TimelineView;
  readonly #tracks: TracksView;
  readonly #splitter: TracksSplitter;
  readonly #heat: HeatView;
  readonly #bar: TimelineBar;
  readonly #keys: TimelineKeys;
  readonly #range: RangeLabel;
  readonly #cursor = new TimelineCursor();
  #pointedUs: number | undefined;
  #data: TimelineData | undefined;
  #lit: LegendKey | undefined;

  /** @param hovered called with the pointer's moment, undefined when it left */
  constructor(theme: Theme, tooltip: Tooltip, dispatch: Dispatch, hovered: (atUs: number | undefined) => void) {
    this.#tooltip = new TimelineTooltip(tooltip);
    const overview = element('div', { class: 'timeline', role: 'application', attributes: { tabindex: '0' } });
    const keys = t(
      'Drag to select a range; Shift+drag selects a second range to compare. Arrow keys move the cursor, Shift extends the range, Alt+Shift the second range; full stop and comma go to the next and previous event, Enter selects the lag there. W, S and Ctrl+wheel zoom, A and D pan, 0 shows all.',
    );
    setLabel(overview, `${t('Main thread over time')}. ${keys}`);
    this.#range = new RangeLabel(dispatch);
    /** A click moves the cursor, a dragged range removes it. */
    const pointed: Dispatch = (action) => {
      if (action.type === 'selectRange') this.#setCursor(undefined);
      if (action.type === 'selectMoment') this.#setCursor(action.atUs);
      dispatch(action);
    };
    this.#overview = new TimelineView(
      overview,
      theme,
      pointed,
      (atUs, flag, x, y) => {
        this.#pointedUs = atUs;
        hovered(atUs);
        this.#tooltip.overTimeline(atUs, flag, x, y);
      },
      this.#range,
    );
    this.#tracks = new TracksView(
      `${t('Tracks')}. ${t('Up and down move between rows, Enter shows a thread in the flame graph; other keys are the timeline’s.')}`,
      theme,
      pointed,
      (over, atUs, x, y) => {
        this.#pointedUs = atUs;
        hovered(atUs);
        if (over !== undefined && 'wait' in over) this.#tooltip.overArrow(over, x, y);
        else this.#tooltip.overRow(over, atUs ?? 0, x, y);
      },
    );
    this.#splitter = new TracksSplitter(this.#tracks.node, (tracksPx) => dispatch({ type: 'change', change: { tracksPx } }));
    this.#heat = new HeatView(theme, pointed, {
      cell: (beginUs, endUs) => pointed({ type: 'selectMoment', atUs: this.#momentIn(beginUs, endUs) }),
      menu: (beginUs, endUs, event) => this.#columnMenu(beginUs, endUs, event, dispatch),
      hover: (cell, x, y) => this.#tooltip.overCell(cell, x, y),
    });
    this.#bar = new TimelineBar(dispatch);
    this.#keys = new TimelineKeys(this.#cursor, this.#tracks, this.#bar, dispatch, () => this.#showCursor());
    this.node = element('section', { class: 'timeline-panel', attributes: { 'aria-label': t('Main thread over time') } }, [
      overview,
      this.#heat.legend,
      this.#heat.node,
      this.#bar.node,
      this.#tracks.node,
      this.#splitter.node,
    ]);
    for (const node of [overview, this.#tracks.node]) node.addEventListener('contextmenu', (event) => this.#menu(event, dispatch));
    overview.addEventListener('keydown', (event) => this.#keys.onTimeline(event));
    this.#tracks.node.addEventListener('keydown', (event) => this.#keys.onTracks(event));
  }

  show(data: TimelineData, { lit, threads, tracks, tracksPx, heat, canFollow, range, events }: TimelinePanelState): void {
    this.#data = data;
    this.#tooltip.show(data, heat);
    this.#keys.show(data, events);
    // Another session may be shorter.
    if ((this.#cursor.atUs ?? 0) > data.whole.toX) this.#setCursor(undefined);
    this.#showLit(lit);
    this.#overview.show(data);
    if (this.#range.show(range, data.bounds)) this.#overview.uncover();
    const bar = { threads, canFollow };
    this.#bar.show({ ...bar, tracksOpen: tracks !== undefined, heatOpen: heat !== undefined });
    this.#tracks.node.hidden = tracks === undefined;
    this.#splitter.node.hidden = tracks === undefined;
    this.#splitter.show(tracksPx);
    if (tracks) this.#tracks.show(tracks);
    for (const part of [this.#heat.legend, this.#heat.node]) part.hidden = heat === undefined;
    if (heat) this.#heat.show(heat);
  }

  #showLit(lit: LegendKey | undefined): void {
    if (lit === this.#lit) return;
    this.#lit = lit;
    for (const { canvas } of [this.#overview, this.#tracks]) canvas.setColors((theme) => trackFills(theme, lit));
  }

  /** Shows the pointer's moment, wherever the pointer is. */
  showHover(atUs: number | undefined): void {
    this.#overview.showHover(atUs);
    this.#tracks.showHover(atUs);
  }

  /** At the pointer; by a key, at the cursor. */
  #menu(event: PointerEvent, dispatch: Dispatch): void {
    event.preventDefault();
    const atUs = event.pointerType === '' ? this.#cursor.atUs : this.#pointedUs;
    if (atUs === undefined) return;
    dispatch({ type: 'openMenu', subject: { kind: 'moment', atUs }, clientX: event.clientX, clientY: event.clientY });
  }

  /** For the cell's lag, and the column as a range. */
  #columnMenu(beginUs: number, endUs: number, event: PointerEvent, dispatch: Dispatch): void {
    event.preventDefault();
    const columnUs = (endUs - beginUs) * HEAT_ROWS;
    const fromUs = Math.floor(beginUs / columnUs) * columnUs;
    const column = { fromUs, toUs: fromUs + columnUs };
    const atUs = this.#momentIn(beginUs, endUs);
    dispatch({ type: 'openMenu', subject: { kind: 'moment', atUs, column }, clientX: event.clientX, clientY: event.clientY });
  }

  /** At the pointer, else at the cursor of the focused timeline. */
  get momentUs(): number | undefined {
    return this.#pointedUs ?? (this.node.contains(document.activeElement) ? this.#cursor.atUs : undefined);
  }

  setTheme(theme: Theme): void {
    for (const canvas of this.#canvases) canvas.setTheme(theme);
  }

  get #canvases(): readonly Pick<TimeCanvas<unknown>, 'setTheme' | 'showCursor'>[] {
    return [this.#overview.canvas, this.#tracks.canvas, this.#heat.canvas];
  }

  #setCursor(atUs: number | undefined): void {
    this.#cursor.set(atUs);
    this.#showCursor();
  }

  #showCursor(): void {
    for (const canvas of this.#canvases) canvas.showCursor(this.#cursor.atUs);
  }

  /** The moment a cell stands for: inside the lag that takes most of it, else its middle. */
  #momentIn(beginUs: number, endUs: number): number {
    const takes = (lag: TimelineData['lags'][number]): number => Math.min(endUs, lag.endUs) - Math.max(beginUs, lag.beginUs);
    const there = (this.#data?.lags ?? []).filter((lag) => lag.band !== 'load' && takes(lag) > 0);
    const [most] = there.sort((one, other) => takes(other) - takes(one));
    if (most === undefined) return (beginUs + endUs) / 2;
    return (Math.max(beginUs, most.beginUs) + Math.min(endUs, most.endUs)) / 2;
  }
}
