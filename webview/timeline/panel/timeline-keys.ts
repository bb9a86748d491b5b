import type { Dispatch } from '../../state/page-action.ts';
import { movedByKey } from '../../ui/canvas/axis.ts';
import { formatMoment } from '../../ui/format.ts';
import { chosenRangeText } from '../../ui/sentences/chosen-range-text.ts';
import { t } from '../../ui/translated.ts';
import { centeredAt, clampTo } from '../../ui/viewport.ts';
import { nextEvent, type TimelineCursor, type TimelineEvent } from '../timeline-cursor.ts';
import { momentUs, rowFacts, viewFacts } from '../tracks/track-facts.ts';
import { hasEvents, rowEventUs, type TrackRow } from '../tracks/track-rows.ts';
import type { TracksView } from '../tracks/tracks-view.ts';
import type { TimelineBar } from './timeline-bar.ts';
import type { TimelineData } from './timeline-painter.ts';
import { lagTextAt } from './timeline-tooltip.ts';

/** The keyboard on timeline and tracks; the bar says where the cursor is. */
export class TimelineKeys {
  readonly #cursor: TimelineCursor;
  readonly #tracks: TracksView;
  readonly #bar: TimelineBar;
  readonly #dispatch: Dispatch;
  readonly #cursorMoved: () => void;
  #data: TimelineData | undefined;
  #events: () => readonly TimelineEvent[] = () => [];

  constructor(cursor: TimelineCursor, tracks: TracksView, bar: TimelineBar, dispatch: Dispatch, cursorMoved: () => void) {
    this.#cursor = cursor;
    this.#tracks = tracks;
    this.#bar = bar;
    this.#dispatch = dispatch;
    this.#cursorMoved = cursorMoved;
  }

  /** @param events moments that `.` and `,` go to */
  show(data: TimelineData, events: () => readonly TimelineEvent[]): void {
    this.#data = data;
    this.#events = events;
  }

  onTimeline(event: KeyboardEvent): void {
    this.#key(event, undefined);
  }

  onTracks(event: KeyboardEvent): void {
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.ctrlKey && !event.metaKey && !event.altKey) {
      consumeEvent(event);
      const row = this.#tracks.step(event.key === 'ArrowUp' ? -1 : 1);
      if (row) this.#announce(row);
      return;
    }
    const row = this.#tracks.activeRow;
    if ((event.key === 'Enter' || event.key === ' ') && row?.kind === 'thread') {
      consumeEvent(event);
      this.#dispatch({ type: 'change', change: { thread: row.thread } });
      return;
    }
    this.#key(event, row);
  }

  /** @param row the track that has the focus */
  #key(event: KeyboardEvent, row: TrackRow | undefined): void {
    const data = this.#data;
    if (data === undefined || event.ctrlKey || event.metaKey) return;
    if (this.#moveCursor(event, row, data) || event.altKey) return;
    const { atUs } = this.#cursor;
    if (this.#zoom(event, row, data)) return;
    if (event.key === '.' || event.key === ',') {
      consumeEvent(event);
      this.#toEvent(event.key === '.' ? 1 : -1, row, data);
    } else if (event.key === 'Enter' && atUs !== undefined) {
      consumeEvent(event);
      this.#dispatch({ type: 'selectMoment', atUs });
    } else if (event.key === 'Escape' && atUs !== undefined) {
      consumeEvent(event);
      this.#setCursor(undefined);
      this.#bar.say('');
    }
  }

  /** The timeline zooms alone, the tracks with the flame graph. */
  #zoom(event: KeyboardEvent, row: TrackRow | undefined, data: TimelineData): boolean {
    const { bounds, shown } = data;
    // What is selected stays in sight.
    const aboutUs = row === undefined ? (shown.fromX + shown.toX) / 2 : undefined;
    const next = movedByKey(event.key, data.whole, row === undefined ? bounds : shown, this.#cursor.atUs ?? aboutUs);
    if (next === undefined) return false;
    consumeEvent(event);
    // Another key may come before this one is rendered.
    this.#data = row === undefined ? { ...data, bounds: next } : { ...data, shown: next };
    if (row === undefined) this.#dispatch({ type: 'zoomOverview', part: next });
    else this.#dispatch({ type: 'change', change: { view: next } });
    return true;
  }

  /** The overview follows a cursor that leaves its part. */
  #follow(atUs: number, data: TimelineData): void {
    const { whole, bounds } = data;
    if (atUs >= bounds.fromX && atUs <= bounds.toX) return;
    const part = clampTo(whole, centeredAt(atUs, bounds));
    this.#data = { ...data, bounds: part };
    this.#dispatch({ type: 'zoomOverview', part });
  }

  #moveCursor(event: KeyboardEvent, row: TrackRow | undefined, data: TimelineData): boolean {
    const view = row === undefined ? data.bounds : data.shown;
    // On the tracks the cursor stays visible; a range may grow beyond.
    const move = this.#cursor.move(event, event.shiftKey || row === undefined ? data.whole : view, view);
    if (move === undefined) return false;
    consumeEvent(event);
    this.#cursorMoved();
    this.#follow(move.atUs, data);
    const { extended } = move;
    if (extended === undefined) {
      this.#announce(row);
      return true;
    }
    const { beginUs, endUs, second } = extended;
    this.#dispatch({ type: 'selectRange', beginUs, endUs, second });
    this.#bar.say(chosenRangeText(second ? 'b' : 'a', beginUs, endUs));
    return true;
  }

  #toEvent(by: 1 | -1, row: TrackRow | undefined, data: TimelineData): void {
    const next = row !== undefined && hasEvents(row) ? this.#nextOfRow(row, by) : nextEvent(this.#events(), this.#cursor.atUs, by);
    if (next === undefined) {
      this.#bar.say(by > 0 ? t('No later event.') : t('No earlier event.'));
      return;
    }
    this.#setCursor(next.atUs);
    this.#bar.say(`${formatMoment(next.atUs, 3)} · ${next.name}`);
    this.#follow(next.atUs, data);
    if (row === undefined || (next.atUs >= data.shown.fromX && next.atUs <= data.shown.toX)) return;
    const view = clampTo(data.whole, centeredAt(next.atUs, data.shown));
    this.#dispatch({ type: 'change', change: { view } });
  }

  #nextOfRow(row: TrackRow, by: 1 | -1): TimelineEvent | undefined {
    const previousUs = this.#cursor.atUs ?? (by > 0 ? -1 : Number.POSITIVE_INFINITY);
    const atUs = rowEventUs(row, previousUs, by);
    return atUs === undefined ? undefined : { atUs, name: rowFacts(row, atUs, 1) };
  }

  #setCursor(atUs: number | undefined): void {
    this.#cursor.set(atUs);
    this.#cursorMoved();
  }

  /** Says where the cursor is, and the facts there. */
  #announce(row: TrackRow | undefined): void {
    const data = this.#data;
    const { atUs } = this.#cursor;
    const facts = row === undefined || atUs === undefined || data === undefined ? '' : rowFacts(row, atUs, momentUs(data.shown));
    const inView = row === undefined || data === undefined ? '' : viewFacts(row, data.shown);
    const words = [row?.label ?? '', atUs === undefined ? '' : formatMoment(atUs, 3), facts, inView, lagTextAt(data, atUs)];
    this.#bar.say(words.filter((word) => word !== '').join(' · '));
  }
}

/** Keeps the key from the page and from VS Code. */
function consumeEvent(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
