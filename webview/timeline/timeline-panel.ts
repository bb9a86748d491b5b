import { float32At } from '../../core/columns/at.ts';
import { movedByKey } from '../ui/axis.ts';
import { element, setLabel } from '../ui/dom.ts';
import { formatDuration, formatMoment, formatShare } from '../ui/format.ts';
import { text } from '../ui/page-text.ts';
import type { Theme } from '../ui/theme.ts';
import type { Tooltip } from '../ui/tooltip.ts';
import { clampTo, spanOf, type Viewport } from '../ui/viewport.ts';
import type { HeatData } from './heat-painter.ts';
import { HeatView } from './heat-view.ts';
import { hasEvents, rowEventUs } from './row-events.ts';
import type { TimeCanvas } from './time-canvas.ts';
import { TimelineBar } from './timeline-bar.ts';
import { nextEvent, TimelineCursor, type TimelineEvent } from './timeline-cursor.ts';
import type { TimelineData } from './timeline-painter.ts';
import { TimelineView } from './timeline-view.ts';
import { pixelUs, rowFacts } from './track-facts.ts';
import type { TrackRow } from './track-rows.ts';
import type { TracksData } from './tracks-painter.ts';
import { TracksView } from './tracks-view.ts';

export interface TimelinePanelEvents {
  /** `second` is B of a comparison. */
  range(beginUs: number, endUs: number, second: boolean): void;
  /** Drops range B. */
  dropSecond(): void;
  moment(atUs: number): void;
  /** Zooms or pans the flame graph. */
  view(view: Viewport): void;
  /** Undefined is main. */
  thread(thread: number | undefined): void;
  tracks(open: boolean): void;
  heat(open: boolean): void;
  follow(): void;
  reset(): void;
}

export interface TimelinePanelState {
  /** Undefined while closed. */
  readonly tracks: TracksData | undefined;
  readonly threads: number;
  /** Undefined while hidden. */
  readonly heat: HeatData | undefined;
  /** A live view is paused by the reader's selection. */
  readonly canFollow: boolean;
  /** Moments that `.` and `,` jump to. */
  readonly events: () => readonly TimelineEvent[];
}

/** Width of a moment: a thousandth of the view. */
const MOMENT_PX = 1_000;

/** The timeline, the tracks below it and the bar between them. */
export class TimelinePanel {
  readonly node: HTMLElement;
  readonly #events: TimelinePanelEvents;
  readonly #tooltip: Tooltip;
  readonly #overview: TimelineView;
  readonly #tracks: TracksView;
  readonly #heat: HeatView;
  readonly #bar: TimelineBar;
  readonly #cursor = new TimelineCursor();
  #data: TimelineData | undefined;
  #state: TimelinePanelState | undefined;

  constructor(theme: Theme, tooltip: Tooltip, events: TimelinePanelEvents) {
    this.#events = events;
    this.#tooltip = tooltip;
    const overview = element('div', { class: 'timeline', role: 'application', attributes: { tabindex: '0' } });
    setLabel(overview, `${text('timeline')}. ${text('timelineKeys')}`);
    const range = (beginUs: number, endUs: number, second: boolean): void => {
      this.#setCursor(undefined);
      events.range(beginUs, endUs, second);
    };
    const moment = (atUs: number): void => {
      this.#setCursor(atUs);
      events.moment(atUs);
    };
    this.#overview = new TimelineView(overview, theme, {
      range,
      moment,
      view: (view) => events.view(view),
      reset: () => events.reset(),
      hover: (atUs, flag, x, y) => this.#hover(flag ?? '', atUs, this.#lagText(atUs), x, y),
    });
    this.#tracks = new TracksView(`${text('tracks')}. ${text('tracksKeys')}`, theme, {
      range,
      moment,
      view: (view) => events.view(view),
      thread: (thread) => events.thread(thread),
      hover: (row, atUs, x, y) => this.#hoverRow(row, atUs, x, y),
    });
    this.#heat = new HeatView(theme, {
      cell: (beginUs, endUs) => moment(this.#momentIn(beginUs, endUs)),
      range,
      hover: (cell, x, y) => this.#hoverCell(cell, x, y),
    });
    this.#bar = new TimelineBar({
      tracks: () => this.toggle(),
      heat: () => events.heat(this.#state?.heat === undefined),
      dropSecond: () => events.dropSecond(),
      follow: () => events.follow(),
    });
    this.node = element('section', { class: 'timeline-panel', attributes: { 'aria-label': text('timeline') } }, [
      overview,
      this.#heat.node,
      this.#bar.node,
      this.#tracks.node,
    ]);
    overview.addEventListener('keydown', (event) => this.#key(event, undefined));
    this.#tracks.node.addEventListener('keydown', (event) => this.#tracksKey(event));
  }

  show(data: TimelineData, state: TimelinePanelState): void {
    this.#data = data;
    this.#state = state;
    // Another session may be shorter.
    if ((this.#cursor.atUs ?? 0) > data.bounds.toX) this.#setCursor(undefined);
    this.#overview.show(data);
    const { threads, tracks, heat, canFollow } = state;
    this.#bar.show({ threads, tracksOpen: tracks !== undefined, heatOpen: heat !== undefined, canFollow, second: data.second });
    this.#tracks.node.hidden = tracks === undefined;
    if (tracks) this.#tracks.show(tracks);
    this.#heat.node.hidden = heat === undefined;
    if (heat) this.#heat.show(heat);
  }

  /** Toggles the tracks. */
  toggle(): void {
    this.#events.tracks(this.#state?.tracks === undefined);
  }

  setTheme(theme: Theme): void {
    for (const canvas of this.#canvases) canvas.setTheme(theme);
  }

  /** Script time of the last paints in milliseconds. */
  get paintMs(): number {
    return this.#overview.canvas.paintMs + (this.#state?.tracks ? this.#tracks.canvas.paintMs : 0);
  }

  get #canvases(): readonly Pick<TimeCanvas<unknown>, 'setTheme' | 'showCursor'>[] {
    return [this.#overview.canvas, this.#tracks.canvas, this.#heat.canvas];
  }

  #tracksKey(event: KeyboardEvent): void {
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.ctrlKey && !event.metaKey && !event.altKey) {
      consumeEvent(event);
      const row = this.#tracks.step(event.key === 'ArrowUp' ? -1 : 1);
      if (row) this.#announce(row);
      return;
    }
    const row = this.#tracks.activeRow;
    if ((event.key === 'Enter' || event.key === ' ') && row?.kind === 'thread') {
      consumeEvent(event);
      this.#events.thread(row.thread);
      return;
    }
    this.#key(event, row);
  }

  /** @param row the track with the focus */
  #key(event: KeyboardEvent, row: TrackRow | undefined): void {
    const data = this.#data;
    if (data === undefined || event.ctrlKey || event.metaKey) return;
    const view = row === undefined ? data.bounds : data.shown;
    // On the tracks the cursor stays in view; an extended range may leave it.
    const move = this.#cursor.move(event, event.shiftKey ? data.bounds : view, view);
    if (move !== undefined) {
      consumeEvent(event);
      this.#setCursorLine();
      const { extended } = move;
      if (extended) this.#events.range(extended.beginUs, extended.endUs, extended.second);
      if (extended) this.#bar.say(selectedRangeText(extended.beginUs, extended.endUs, extended.second));
      else this.#announce(row);
      return;
    }
    if (event.altKey) return;
    if (event.key === '.' || event.key === ',') this.#toEvent(event, row);
    else if (event.key === 'Enter' && this.#cursor.atUs !== undefined) {
      consumeEvent(event);
      this.#events.moment(this.#cursor.atUs);
    } else if (event.key === '+' || event.key === '=' || event.key === '-') {
      consumeEvent(event);
      const next = movedByKey(event.key, data.bounds, data.shown);
      if (next) this.#events.range(next.fromX, next.toX, false);
    } else if (event.key === 'Escape' && this.#cursor.atUs !== undefined) {
      consumeEvent(event);
      this.#setCursor(undefined);
      this.#bar.say('');
    }
  }

  #toEvent(event: KeyboardEvent, row: TrackRow | undefined): void {
    consumeEvent(event);
    const by = event.key === '.' ? 1 : -1;
    const next =
      row !== undefined && hasEvents(row) ? this.#nextOfRow(row, by) : nextEvent(this.#state?.events() ?? [], this.#cursor.atUs, by);
    if (next === undefined) {
      this.#bar.say(text(by > 0 ? 'noLaterEvent' : 'noEarlierEvent'));
      return;
    }
    this.#setCursor(next.atUs);
    this.#bar.say(`${formatMoment(next.atUs, 3)} · ${next.name}`);
    const data = this.#data;
    if (row === undefined || data === undefined || (next.atUs >= data.shown.fromX && next.atUs <= data.shown.toX)) return;
    const half = spanOf(data.shown) / 2;
    this.#events.view(clampTo(data.bounds, { fromX: next.atUs - half, toX: next.atUs + half }));
  }

  #nextOfRow(row: TrackRow, by: 1 | -1): TimelineEvent | undefined {
    const previousUs = this.#cursor.atUs ?? (by > 0 ? -1 : Number.POSITIVE_INFINITY);
    const atUs = rowEventUs(row, previousUs, by);
    return atUs === undefined ? undefined : { atUs, name: rowFacts(row, atUs, 1) };
  }

  #setCursor(atUs: number | undefined): void {
    this.#cursor.set(atUs);
    this.#setCursorLine();
  }

  #setCursorLine(): void {
    for (const canvas of this.#canvases) canvas.showCursor(this.#cursor.atUs);
  }

  /** Announces the cursor's time and what is there. */
  #announce(row: TrackRow | undefined): void {
    const data = this.#data;
    const { atUs } = this.#cursor;
    const facts = row === undefined || atUs === undefined || data === undefined ? '' : rowFacts(row, atUs, pixelUs(data.shown, MOMENT_PX));
    const words = [row?.label ?? '', atUs === undefined ? '' : formatMoment(atUs, 3), facts, this.#lagText(atUs)];
    this.#bar.say(words.filter((word) => word !== '').join(' · '));
  }

  /** '' without a lag. */
  #lagText(atUs: number | undefined): string {
    const lag = atUs === undefined ? undefined : this.#data?.lags.findLast((each) => each.beginUs <= atUs && atUs <= each.endUs);
    return lag === undefined ? '' : `${text(lag.band)} ${formatDuration(lag.endUs - lag.beginUs)}`;
  }

  /** Moment of a cell: within its longest lag, otherwise its middle. */
  #momentIn(beginUs: number, endUs: number): number {
    const takes = (lag: TimelineData['lags'][number]): number => Math.min(endUs, lag.endUs) - Math.max(beginUs, lag.beginUs);
    const there = (this.#data?.lags ?? []).filter((lag) => lag.band !== 'load' && takes(lag) > 0);
    const [most] = there.sort((one, other) => takes(other) - takes(one));
    if (most === undefined) return (beginUs + endUs) / 2;
    return (Math.max(beginUs, most.beginUs) + Math.min(endUs, most.endUs)) / 2;
  }

  #hoverCell(cell: number | undefined, x: number, y: number): void {
    const strip = this.#state?.heat?.strip;
    if (strip === undefined || cell === undefined || cell >= strip.length) {
      this.#tooltip.hide();
      return;
    }
    const facts = text(
      'heatCell',
      formatShare(float32At(strip.lost, cell)),
      formatShare(float32At(strip.busy, cell)),
      formatDuration(strip.cellUs),
    );
    this.#hover('', cell * strip.cellUs, facts, x, y);
  }

  #hoverRow(row: TrackRow | undefined, atUs: number, x: number, y: number): void {
    const shown = this.#data?.shown;
    if (row === undefined || shown === undefined) this.#tooltip.hide();
    else this.#hover(row.label, atUs, rowFacts(row, atUs, pixelUs(shown, MOMENT_PX)), x, y);
  }

  #hover(name: string, atUs: number | undefined, facts: string, x: number, y: number): void {
    if (atUs === undefined) {
      this.#tooltip.hide();
      return;
    }
    const lines = [element('div', { class: 'tabular', text: formatMoment(atUs, 3) })];
    if (facts !== '') lines.unshift(element('div', { text: facts }));
    if (name !== '') lines.unshift(element('div', { class: 'name', text: name }));
    this.#tooltip.show(lines, x, y);
  }
}

/** Neither the page nor VS Code handles the key again. */
function consumeEvent(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function selectedRangeText(beginUs: number, endUs: number, second: boolean): string {
  return text(second ? 'rangeB' : 'rangeA', formatMoment(beginUs, 2), formatMoment(endUs, 2), formatDuration(endUs - beginUs));
}
