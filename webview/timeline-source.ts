import type { Lag } from '../core/analysis/lag.ts';
import { timeline } from '../core/analysis/timeline.ts';
import type { SessionModel } from '../core/session/model.ts';
import type { Viewport } from './flame/viewport.ts';
import type { PageSession } from './page-session.ts';
import { dropsOf, gapsOf } from './session-losses.ts';
import { text } from './text.ts';
import type { TimelineData } from './timeline/timeline-painter.ts';

/** What the timeline shows of a session: the main threads of all runs one after the other. */
export function timelineData(
  session: PageSession,
  bounds: Viewport,
  shown: Viewport,
  lags: readonly Lag[],
  selected: Lag | undefined,
): TimelineData {
  const { model } = session;
  return {
    bounds,
    shown,
    activities: model.threads.filter((thread) => thread.isMain).map((thread) => timeline(model, thread)),
    lags: lags.map((lag) => ({ beginUs: lag.beginUs, endUs: lag.endUs, band: lag.band, open: lag.open, selected: lag === selected })),
    marks: model.marks,
    runs: model.runs.slice(1).map((run) => ({ beginUs: run.startUs, label: text('run', run.index + 1) })),
    gaps: gapsOf(model, bounds.toX),
    drops: dropsOf(model),
    garbage: garbageOf(model),
  };
}

function garbageOf(model: SessionModel): TimelineData['garbage'] {
  return model.runs.flatMap((run) =>
    Array.from({ length: run.gcs.length }, (_, row) => ({ beginUs: run.gcs.beginUs[row] ?? 0, endUs: run.gcs.endUs[row] ?? 0 })),
  );
}
