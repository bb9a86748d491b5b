import { EventEmitter } from 'node:events';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { DEFAULT_THRESHOLD_US, type Lag } from '../../../core/analysis/lags/lag.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { CaptureEvents, CaptureState } from '../../../host/capture/capture-state.ts';
import { JudgedSession } from './judged-session.ts';

/** What a wait reports: a lag's begin or end, or a mark. */
export type CaptureEvent = { readonly lag: string } | { readonly mark: number };

/** Older events are dropped: a wait never reports as many. */
const MOST_EVENTS = 2_000;

/** A capture whose lags are judged while it runs, with its events in order. */
export class LiveCapture {
  readonly handle: string;
  readonly session: JudgedSession;
  readonly model = new SessionModel();
  /** Fires after each change. */
  readonly changed = new EventEmitter<{ change: [] }>();
  state: CaptureState = { kind: 'connecting', step: '', problem: undefined };
  readonly #judge: LagDetector;
  #events: CaptureEvent[] = [];
  #dropped = 0;
  /** By id: whether its end was an event, too. */
  readonly #known = new Map<string, boolean>();
  #marks = 0;
  /** Monotonic milliseconds of the last time with an open lag. */
  #lastLagMs = performance.now();

  constructor(handle: string) {
    this.handle = handle;
    // Every call may wait.
    this.changed.setMaxListeners(0);
    this.session = new JudgedSession(handle, this.model, () => this.state.kind !== 'ended');
    // Events need no culprit, so no class counts as the app's.
    this.#judge = new LagDetector(this.model, { thresholdUs: DEFAULT_THRESHOLD_US, isAppClass: () => false });
  }

  follow(capture: Pick<EventEmitter<CaptureEvents>, 'on'>): void {
    capture.on('piece', ({ messages }) => {
      for (const message of messages) this.model.apply(message);
      this.#judgeAgain();
      this.changed.emit('change');
    });
    capture.on('state', (state) => {
      this.state = state;
      if (state.kind === 'ended') this.#judgeAgain();
      this.changed.emit('change');
    });
  }

  /** Number of all events. */
  get cursor(): number {
    return this.#dropped + this.#events.length;
  }

  /** Events since a cursor; dropped ones are missing. */
  since(cursor: number): readonly CaptureEvent[] {
    return this.#events.slice(Math.max(0, cursor - this.#dropped));
  }

  get lags(): readonly Lag[] {
    return this.#judge.lags;
  }

  /** Milliseconds since a lag was open. */
  get quietMs(): number {
    return performance.now() - this.#lastLagMs;
  }

  #judgeAgain(): void {
    this.#judge.update();
    let isOpen = false;
    // Only the latest can be new, or change.
    for (const lag of this.#judge.lags.slice(-50)) {
      isOpen ||= lag.open;
      const known = this.#known.get(lag.id);
      if (known === undefined || (known === false && !lag.open)) this.#add({ lag: lag.id });
      this.#known.set(lag.id, !lag.open);
    }
    for (; this.#marks < this.model.marks.length; this.#marks++) this.#add({ mark: this.#marks });
    if (isOpen) this.#lastLagMs = performance.now();
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST_EVENTS) this.#known.delete(oldest);
  }

  #add(event: CaptureEvent): void {
    if ('lag' in event) this.#lastLagMs = performance.now();
    this.#events.push(event);
    if (this.#events.length <= 2 * MOST_EVENTS) return;
    this.#dropped += this.#events.length - MOST_EVENTS;
    this.#events = this.#events.slice(-MOST_EVENTS);
  }
}
