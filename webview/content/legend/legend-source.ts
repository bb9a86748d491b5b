import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { threadActivity } from '../../../core/analysis/threads/thread-states.ts';
import { threadStates } from '../../../core/analysis/threads/thread-tracks.ts';
import { float32At } from '../../../core/columns/at.ts';
import { Memo } from '../../../core/memo.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import { type LegendKey, legendKeys } from '../../state/legend-key.ts';
import { stateShares } from '../../timeline/tracks/thread-track.ts';
import type { TrackRow } from '../../timeline/tracks/track-rows.ts';
import { spanOf, type Viewport } from '../../ui/viewport.ts';
import type { ViewContext } from '../view-context.ts';
import { OccurringOwners } from './occurring-owners.ts';
import { UncertainNames } from './uncertain-names.ts';

/** A rendering checks at most so many methods; idle time checks the others of a large session. */
const METHODS_AHEAD = 1_000;
/** Tracks whose states count: the busiest are first. */
const MOST_TRACKS = 32;
/** A state that lasted shorter cannot be seen. */
const LEAST_US = 1_000;

const states = [
  ['running', 'busy'],
  ['blocked', 'blocked'],
  ['ready', 'ready'],
  ['waiting', 'waiting'],
  ['pause', 'garbage'],
  ['idle', 'idle'],
  ['unknown', 'unknown'],
  ['unseen', 'noData'],
] as const satisfies readonly (readonly [keyof typeof threadActivity, LegendKey])[];

/** Names of a view, and whether its colours mean a comparison. */
interface LegendContent {
  readonly context: ViewContext;
  readonly isDifference: boolean;
}

interface LegendFacts {
  readonly model: SessionModel;
  /** Those that may be listed. */
  readonly lags: readonly Lag[];
  /** Undefined without a view. */
  readonly content: LegendContent | undefined;
  readonly thread: Thread | undefined;
  /** Tracks of the open tracks. */
  readonly tracks: readonly TrackRow[];
  readonly bounds: Viewport;
}

/** The entries of the legend that occur in the session, whatever part of it is shown: the legend does not move while one looks around. */
export class LegendSource {
  readonly #states = new Memo<ReadonlySet<LegendKey>>();
  readonly #severities = new Memo<ReadonlySet<LegendKey>>();
  readonly #uncertain = new UncertainNames();
  #owners: OccurringOwners | undefined;

  keys({ model, lags, content, thread, tracks, bounds }: LegendFacts): readonly LegendKey[] {
    const states = this.#states.get([model, model.version, thread, tracks, bounds.toX], () => statesOf(model, thread, tracks, bounds));
    const found = new Set([...states, ...this.#severities.get([lags, model.version], () => severitiesOf(lags))]);
    const owners = content && this.#ownersOf(model, content.context);
    owners?.check(METHODS_AHEAD);
    if (content?.isDifference === true) for (const step of ['less', 'same', 'more'] as const) found.add(step);
    else {
      for (const owner of owners?.found ?? []) found.add(owner);
      if (this.#uncertain.isAny(model, owners?.renamed)) found.add('unsure');
    }
    return legendKeys.filter((key) => found.has(key));
  }

  /** Checks all methods in steps of some milliseconds. Returns whether entries were added. */
  *ahead(model: SessionModel, context: ViewContext): Generator<void, boolean> {
    const owners = this.#ownersOf(model, context);
    const { size } = owners.found;
    const { renamed } = owners;
    while (!owners.check(METHODS_AHEAD)) yield;
    return owners.found.size > size || owners.renamed !== renamed;
  }

  #ownersOf(model: SessionModel, context: ViewContext): OccurringOwners {
    if (this.#owners?.context !== context) this.#owners = new OccurringOwners(model, context);
    return this.#owners;
  }
}

/** ANR is Android's term, so iOS has another. */
function severitiesOf(lags: readonly Lag[]): ReadonlySet<LegendKey> {
  return new Set(lags.flatMap(({ band, phone }) => (band === 'load' ? [] : [band === 'anr' && phone !== undefined ? 'severeHang' : band])));
}

function statesOf(model: SessionModel, thread: Thread | undefined, tracks: readonly TrackRow[], bounds: Viewport): ReadonlySet<LegendKey> {
  const { fromX, toX } = bounds;
  const mains = model.threads.filter(({ isMain }) => isMain);
  const rows = tracks.filter((row) => row.kind === 'thread').slice(0, MOST_TRACKS);
  const sums = [
    stateShares(
      mains.map((main) => threadStates(model, main)),
      true,
      fromX,
      toX,
      1,
    ),
    ...rows.map((row) => stateShares(row.parts(), row.thread === undefined, fromX, toX, 1)),
    ...(thread === undefined || thread.isMain ? [] : [stateShares([threadStates(model, thread)], false, fromX, toX, 1)]),
  ];
  const lasted = (activity: number): boolean => sums.some((shares) => float32At(shares, activity) * spanOf(bounds) >= LEAST_US);
  return new Set(states.flatMap(([activity, key]) => (lasted(threadActivity[activity]) ? [key] : [])));
}
