import { element, icon, iconButton, setText } from '../dom.ts';
import type { Viewport } from '../flame/viewport.ts';
import { formatDuration, formatMoment, formatShare } from '../format.ts';
import { text } from '../text.ts';
import type { Theme } from '../theme.ts';
import type { Tooltip } from '../views/tooltip.ts';
import { movedByKey } from './axis.ts';
import { nextEvent, TimelineCursor, type TimelineEvent } from './cursor.ts';
import type { HeatData } from './heat-painter.ts';
import { HeatView } from './heat-view.ts';
import type { TimelineData } from './timeline-painter.ts';
import { TimelineView } from './timeline-view.ts';
import { pixelUs, rowEvent, rowFacts } from './track-facts.ts';
import type { TrackRow } from './track-rows.ts';
import type { TracksData } from './tracks-painter.ts';
import { TracksView } from './tracks-view.ts';

export interface TimelinePanelEvents {
  /** A stretch was chosen; `second` is B of a comparison. */
  range(fromUs: number, toUs: number, second: boolean): void;
  /** B is no longer wanted. */
  dropSecond(): void;
  moment(atUs: number): void;
  /** What the flame graph shows was zoomed or moved. */
  view(view: Viewport): void;
  /** Undefined is main. */
  thread(thread: number | undefined): void;
  tracks(open: boolean): void;
  heat(open: boolean): void;
  follow(): void;
  reset(): void;
}

/** What the panel shows beside the pictures themselves. */
export interface TimelinePanelState {
  /** Tracks, when they are open. */
  readonly tracks: TracksData | undefined;
  readonly threads: number;
  /** The strip of seconds, when it is shown. */
  readonly heat: HeatData | undefined;
  /** A live picture stands still because the reader looks at something. */
  readonly canFollow: boolean;
  /** Moments that `.` and `,` go to. */
  readonly events: readonly TimelineEvent[];
}

/** What a moment is about: a thousandth of the picture. */
const MOMENT_PX = 1_000;

/** The timeline with all that belongs to it: the whole session, tracks below it, and the line that says where the cursor is. */
export class TimelinePanel {
  readonly node: HTMLElement;
  readonly #events: TimelinePanelEvents;
  readonly #tooltip: Tooltip;
  readonly #overview: TimelineView;
  readonly #tracks: TracksView;
  readonly #heat: HeatView;
  readonly #heatButton: HTMLButtonElement;
  readonly #disclosure: HTMLButtonElement;
  readonly #count = element('span', { class: 'tabular' });
  readonly #legend = trackLegend();
  readonly #status = element('span', { class: 'status tabular', role: 'status' });
  readonly #second = element('span', { class: 'second tabular' });
  readonly #secondText = element('span');
  readonly #follow: HTMLButtonElement;
  readonly #cursor = new TimelineCursor();
  #data: TimelineData | undefined;
  #state: TimelinePanelState | undefined;

  constructor(theme: Theme, tooltip: Tooltip, events: TimelinePanelEvents) {
    this.#events = events;
    this.#tooltip = tooltip;
    const overview = element('div', { class: 'timeline', role: 'application', attributes: { tabindex: '0' } });
    overview.ariaLabel = `${text('timeline')}. ${text('timelineKeys')}`;
    const range = (fromUs: number, toUs: number, second: boolean): void => {
      this.#setCursor(undefined);
      events.range(fromUs, toUs, second);
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
      hover: (atUs, flag, x, y) => this.#hover(flag ?? '', atUs, '', x, y),
    });
    this.#tracks = new TracksView(`${text('tracks')}. ${text('tracksKeys')}`, theme, {
      range,
      moment,
      view: (view) => events.view(view),
      thread: (thread) => events.thread(thread),
      hover: (row, atUs, x, y) => this.#hoverRow(row, atUs, x, y),
    });
    this.#heat = new HeatView(theme, {
      cell: (fromUs, toUs) => moment(this.#momentIn(fromUs, toUs)),
      range,
      hover: (cell, x, y) => this.#hoverCell(cell, x, y),
    });
    this.#heatButton = element('button', { class: 'disclosure', text: text('heatStrip'), attributes: { type: 'button' } });
    this.#heatButton.title = text('heatAbout');
    this.#heatButton.addEventListener('click', () => events.heat(this.#state?.heat === undefined));
    this.#disclosure = element('button', { class: 'disclosure', attributes: { type: 'button', 'aria-expanded': 'false' } }, [
      icon('play'),
      element('span', { text: text('tracks') }),
      this.#count,
    ]);
    this.#disclosure.title = text('tracksHint');
    this.#disclosure.addEventListener('click', () => this.toggle());
    this.#follow = element('button', { class: 'chip', attributes: { type: 'button' } }, [
      icon('follow'),
      element('span', { text: text('followChip') }),
    ]);
    this.#follow.title = text('follow');
    this.#follow.addEventListener('click', () => events.follow());
    this.#second.append(
      this.#secondText,
      iconButton('close', text('dropSecond'), () => events.dropSecond()),
    );
    const bar = element('div', { class: 'timeline-bar' }, [
      this.#disclosure,
      this.#heatButton,
      this.#status,
      this.#second,
      this.#follow,
      this.#legend,
    ]);
    this.node = element('section', { class: 'timeline-panel', attributes: { 'aria-label': text('timeline') } }, [
      overview,
      this.#heat.node,
      bar,
      this.#tracks.node,
    ]);
    overview.addEventListener('keydown', (event) => this.#key(event, undefined));
    this.#tracks.node.addEventListener('keydown', (event) => this.#tracksKey(event));
  }

  show(data: TimelineData, state: TimelinePanelState): void {
    this.#data = data;
    this.#state = state;
    this.#overview.show(data);
    const { tracks } = state;
    this.#disclosure.setAttribute('aria-expanded', String(tracks !== undefined));
    setText(this.#count, String(state.threads));
    this.#tracks.node.hidden = tracks === undefined;
    this.#heatButton.setAttribute('aria-pressed', String(state.heat !== undefined));
    this.#heat.node.hidden = state.heat === undefined;
    if (state.heat) this.#heat.show(state.heat);
    this.#legend.hidden = tracks === undefined;
    if (tracks) this.#tracks.show(tracks);
    this.#follow.hidden = !state.canFollow;
    const { second } = data;
    this.#second.hidden = second === undefined;
    if (second) setText(this.#secondText, text('comparedWith', formatDuration(second.toX - second.fromX), formatMoment(second.fromX, 1)));
  }

  /** Opens or closes the tracks. */
  toggle(): void {
    this.#events.tracks(this.#state?.tracks === undefined);
  }

  setTheme(theme: Theme): void {
    this.#overview.setTheme(theme);
    this.#tracks.setTheme(theme);
    this.#heat.setTheme(theme);
  }

  /** Script time of the latest paints in milliseconds. */
  get paintMs(): number {
    return this.#overview.paintMs + (this.#state?.tracks ? this.#tracks.paintMs : 0);
  }

  #tracksKey(event: KeyboardEvent): void {
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.ctrlKey && !event.metaKey && !event.altKey) {
      take(event);
      const row = this.#tracks.step(event.key === 'ArrowUp' ? -1 : 1);
      if (row) this.#announce(row);
      return;
    }
    const row = this.#tracks.activeRow;
    if ((event.key === 'Enter' || event.key === ' ') && row?.kind === 'thread') {
      take(event);
      this.#events.thread(row.thread);
      return;
    }
    this.#key(event, row);
  }

  /** @param row the track that the keys are for */
  #key(event: KeyboardEvent, row: TrackRow | undefined): void {
    const data = this.#data;
    if (data === undefined || event.ctrlKey || event.metaKey) return;
    const view = row === undefined ? data.bounds : data.shown;
    const move = this.#cursor.move(event, data.bounds, view);
    if (move !== undefined) {
      take(event);
      this.#setCursorLine();
      const { extended } = move;
      if (extended) this.#events.range(extended.fromUs, extended.toUs, extended.second);
      if (extended) setText(this.#status, stretchWords(extended.fromUs, extended.toUs, extended.second));
      else this.#announce(row);
      return;
    }
    if (event.altKey) return;
    if (event.key === '.' || event.key === ',') this.#toEvent(event, row);
    else if (event.key === 'Enter' && this.#cursor.atUs !== undefined) {
      take(event);
      this.#events.moment(this.#cursor.atUs);
    } else if (event.key === '+' || event.key === '=' || event.key === '-') {
      take(event);
      const next = movedByKey(event.key, data.bounds, data.shown);
      if (next) this.#events.range(next.fromX, next.toX, false);
    } else if (event.key === 'Escape' && this.#cursor.atUs !== undefined) {
      take(event);
      this.#setCursor(undefined);
      setText(this.#status, '');
    }
  }

  #toEvent(event: KeyboardEvent, row: TrackRow | undefined): void {
    take(event);
    const by = event.key === '.' ? 1 : -1;
    const fromUs = this.#cursor.atUs;
    const ofRow = row && rowEvent(row, fromUs ?? (by > 0 ? -1 : Number.POSITIVE_INFINITY), by);
    const tellsEvents = row?.kind === 'messages' || row?.kind === 'frames';
    const next = tellsEvents ? ofRow : nextEvent(this.#state?.events ?? [], fromUs, by);
    if (next === undefined) {
      setText(this.#status, text(by > 0 ? 'noLaterEvent' : 'noEarlierEvent'));
      return;
    }
    this.#setCursor(next.atUs);
    setText(this.#status, `${formatMoment(next.atUs, 3)} · ${next.name}`);
  }

  #setCursor(atUs: number | undefined): void {
    this.#cursor.set(atUs);
    this.#setCursorLine();
  }

  #setCursorLine(): void {
    this.#overview.showCursor(this.#cursor.atUs);
    this.#tracks.showCursor(this.#cursor.atUs);
    this.#heat.showCursor(this.#cursor.atUs);
  }

  /** Says where the cursor is, and what is there. */
  #announce(row: TrackRow | undefined): void {
    const data = this.#data;
    const { atUs } = this.#cursor;
    const lag = atUs === undefined ? undefined : data?.lags.findLast((each) => each.beginUs <= atUs && atUs <= each.endUs);
    const facts = row === undefined || atUs === undefined || data === undefined ? '' : rowFacts(row, atUs, pixelUs(data.shown, MOMENT_PX));
    const words = [
      row?.label ?? '',
      atUs === undefined ? '' : formatMoment(atUs, 3),
      facts,
      lag === undefined ? '' : `${text(lag.band)} ${formatDuration(lag.endUs - lag.beginUs)}`,
    ];
    setText(this.#status, words.filter((word) => word !== '').join(' · '));
  }

  /** Of a cell the moment that matters: in the lag that takes most of it, else its middle. */
  #momentIn(fromUs: number, toUs: number): number {
    const takes = (lag: TimelineData['lags'][number]): number => Math.min(toUs, lag.endUs) - Math.max(fromUs, lag.beginUs);
    const there = (this.#data?.lags ?? []).filter((lag) => lag.band !== 'load' && takes(lag) > 0);
    const [most] = there.sort((one, other) => takes(other) - takes(one));
    if (most === undefined) return (fromUs + toUs) / 2;
    return (Math.max(fromUs, most.beginUs) + Math.min(toUs, most.endUs)) / 2;
  }

  #hoverCell(cell: number | undefined, x: number, y: number): void {
    const strip = this.#state?.heat?.strip;
    if (strip === undefined || cell === undefined || cell >= strip.length) {
      this.#tooltip.hide();
      return;
    }
    const facts = text('heatCell', formatShare(strip.lost[cell] ?? 0), formatShare(strip.busy[cell] ?? 0), formatDuration(strip.cellUs));
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

/** The key is done with, also for the page and for VS Code. */
function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function stretchWords(fromUs: number, toUs: number, second: boolean): string {
  return text(second ? 'stretchB' : 'stretchA', formatMoment(fromUs, 2), formatMoment(toUs, 2), formatDuration(toUs - fromUs));
}

function trackLegend(): HTMLElement {
  const keys = (
    [
      ['running', 'activityRunning'],
      ['blocked', 'activityBlocked'],
      ['waiting', 'activityWaiting'],
      ['pause', 'garbage'],
      ['unknown', 'activityUnknown'],
    ] as const
  ).map(([swatch, name]) =>
    element('span', { class: 'key' }, [element('span', { class: `swatch track-${swatch}` }), element('span', { text: text(name) })]),
  );
  return element('span', { class: 'track-legend' }, keys);
}
