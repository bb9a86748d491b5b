import type { Stutter } from '../../../core/analysis/display-frames/stutters.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { threadStates } from '../../../core/analysis/threads/thread-tracks.ts';
import { float64At, uint8At } from '../../../core/columns/at.ts';
import { lifePhase } from '../../../core/session/columns/run-columns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { TimelineBase, TimelineData, TimelineLag } from '../../timeline/panel/timeline-painter.ts';
import type { TimelineEvent } from '../../timeline/timeline-cursor.ts';
import { formatDuration } from '../../ui/format.ts';
import { bandText } from '../../ui/sentences/band-text.ts';
import { causeSentence } from '../../ui/sentences/cause-sentence.ts';
import { stutterText } from '../../ui/sentences/stutter-text.ts';
import { t } from '../../ui/translated.ts';
import type { Viewport } from '../../ui/viewport.ts';
import type { PageSession } from '../page-session.ts';
import { gapsOf, missingDataText, stopsOf } from './missing-data.ts';

/** More flags of one run are useless. */
const MOST_PHASES = 60;
/** Closer phases look like one moment. */
const TOGETHER_US = 100_000;

interface ListedTimes {
  readonly lags: readonly Lag[];
  readonly stutters: readonly Stutter[];
}

/** Caches the timeline: the main threads of all runs in sequence. */
export class TimelineSource {
  #facts: TimelineFacts | undefined;
  #base: TimelineBase | undefined;
  #of: { readonly model: SessionModel; readonly version: number; readonly endUs: number } | undefined;
  #listed: ListedTimes = { lags: [], stutters: [] };
  #selected: ReadonlySet<Lag> = new Set();

  /** @param parts the whole session, and the visible part of it */
  data(
    session: PageSession,
    parts: TimelineParts,
    shown: Viewport,
    second: Viewport | undefined,
    listed: ListedTimes,
    selected: ReadonlySet<Lag>,
  ): TimelineData {
    const { model } = session;
    const { whole, bounds } = parts;
    const of = { model, version: model.version, endUs: whole.toX };
    const isKnown =
      this.#of?.model === of.model &&
      this.#of.version === of.version &&
      this.#of.endUs === of.endUs &&
      this.#listed.lags === listed.lags &&
      this.#listed.stutters === listed.stutters &&
      this.#isSelected(selected);
    const facts = isKnown && this.#facts ? this.#facts : timelineFacts(session, whole, listed, selected);
    const isSame = facts === this.#facts && bounds.fromX === this.#base?.bounds.fromX && bounds.toX === this.#base.bounds.toX;
    const base = isSame && this.#base ? this.#base : { ...facts, whole, bounds };
    this.#facts = facts;
    this.#base = base;
    this.#of = of;
    this.#listed = listed;
    this.#selected = selected;
    return { ...base, base, shown, second };
  }

  #isSelected(selected: ReadonlySet<Lag>): boolean {
    return selected.size === this.#selected.size && [...selected].every((lag) => this.#selected.has(lag));
  }
}

type TimelineParts = Pick<TimelineBase, 'whole' | 'bounds'>;
type TimelineFacts = Omit<TimelineBase, keyof TimelineParts>;

function timelineFacts(session: PageSession, whole: Viewport, { lags, stutters }: ListedTimes, selected: ReadonlySet<Lag>): TimelineFacts {
  const { model } = session;
  return {
    session: model,
    activities: model.threads.filter((thread) => thread.isMain).map((thread) => threadStates(model, thread)),
    lags: lags.map((lag) => timelineLag(session, lag, selected.has(lag))),
    stutters: stutters.map((stutter) => ({ ...stutter, about: () => stutterText(stutter) })),
    marks: model.marks,
    runs: model.runs.slice(1).map((run) => ({ beginUs: run.beginUs, label: t('Run {0}', run.index + 1) })),
    phases: phasesOf(model),
    gaps: [...gapsOf(model, whole.toX), ...stopsOf(model)],
    missingData: (atUs) => missingDataText(model, whole.toX, atUs),
    drops: dropsOf(model),
    garbage: garbageOf(model),
  };
}

function timelineLag(session: PageSession, lag: Lag, selected: boolean): TimelineLag {
  const { beginUs, endUs, band, open } = lag;
  return { beginUs, endUs, band, open, selected, cause: () => causeSentence(session.causeOf(lag)) };
}

const phaseTexts: ReadonlyMap<number, () => string> = new Map([
  [lifePhase.firstIdle, () => t('launched')],
  [lifePhase.active, () => t('app active')],
  [lifePhase.background, () => t('app in background')],
  [lifePhase.stopped, () => t('suspended')],
  [lifePhase.terminating, () => t('terminating')],
  [lifePhase.debugger, () => t('debugger')],
  [lifePhase.memoryWarning, () => t('memory warning')],
]);

/** Phases of the app; simultaneous ones share a flag. */
function phasesOf(model: SessionModel): TimelineData['phases'] {
  return model.runs.flatMap(({ phases }) => {
    const flags: { atUs: number; name: string }[] = [];
    for (let row = 0; row < phases.length; row++) {
      const atUs = float64At(phases.atUs, row);
      const name = phaseTexts.get(uint8At(phases.phase, row))?.();
      if (atUs < 0 || name === undefined) continue;
      const last = flags.at(-1);
      if (last === undefined || atUs - last.atUs >= TOGETHER_US) flags.push({ atUs, name });
      // A returning host gets the phase again.
      else if (!last.name.split(', ').includes(name)) last.name = `${last.name}, ${name}`;
    }
    return flags.slice(-MOST_PHASES);
  });
}

function garbageOf(model: SessionModel): TimelineData['garbage'] {
  return model.runs.map((run) => run.gcs);
}

/** Moments to jump to: lags, stutters, marks, phases, runs. */
export function timelineEvents(data: TimelineBase, lags: readonly Lag[]): readonly TimelineEvent[] {
  return [
    ...lags.map((lag) => ({ atUs: lag.beginUs, name: `${bandText(lag.band)} ${formatDuration(lag.endUs - lag.beginUs)}` })),
    ...data.stutters.map(({ beginUs, about }) => ({ atUs: beginUs, name: about() })),
    ...data.marks,
    ...data.phases,
    ...data.runs.map((run) => ({ atUs: run.beginUs, name: run.label })),
  ];
}

/** When the agent said that it had to drop something. */
export function dropsOf(model: SessionModel): readonly { readonly atUs: number }[] {
  return model.runs.flatMap((run) => run.dropped);
}
