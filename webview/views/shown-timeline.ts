import { timelineEvents } from '../content/timeline/timeline-source.ts';
import { threadsText } from '../content/timeline/tracks-source.ts';
import type { Frame } from '../rendering/render-frame.ts';
import { rulerRange } from '../rendering/ruler-range.ts';
import { isFollowing } from '../state/view-state.ts';
import type { TimelinePanel } from '../timeline/panel/timeline-panel.ts';

type TimelineFrame = Pick<
  Frame,
  'session' | 'state' | 'live' | 'lags' | 'list' | 'example' | 'bounds' | 'timeline' | 'tracks' | 'heat' | 'lit'
>;

/** Shows a frame on the timeline, which knows no session. */
export class ShownTimeline {
  readonly #panel: TimelinePanel;

  constructor(panel: TimelinePanel) {
    this.#panel = panel;
  }

  show(frame: TimelineFrame): void {
    const { session, state, live, lags, timeline, tracks, heat, lit } = frame;
    this.#panel.show(timeline, {
      tracks,
      lit,
      tracksPx: state.tracksPx,
      threads: threadsText(session.model, live),
      heat,
      canFollow: live && state.pausedUs === undefined && !(isFollowing(state, live) && state.overview === undefined),
      range: rulerRange(frame),
      events: () => timelineEvents(timeline, lags),
    });
  }
}
