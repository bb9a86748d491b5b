import { DAY_MS, FIRST_DAY_MS, fleetApps, type PlannedSession, slowTilesDay } from './fleet-plan.ts';

/** Rows that a question must give, by the plan alone. */
export interface PlannedAnswer {
  /** Columns that tell rows apart. */
  readonly keys: readonly string[];
  /** Column that falls from row to row; the keys decide where it is not given. */
  readonly falls?: string;
  readonly most?: number;
  readonly rows: readonly PlannedRow[];
}

type PlannedRow = Readonly<Record<string, string | number>>;

interface FlatLag {
  readonly session: PlannedSession;
  readonly label: string;
  readonly screen: string;
  readonly cause: string;
  readonly ms: number;
}

/** The answers of all ready questions about a fleet with changes. */
export function plannedAnswers(fleet: readonly PlannedSession[]): Readonly<Record<string, PlannedAnswer>> {
  const lags = fleet.flatMap((session) =>
    session.lags.map(({ group, lengthMs }): FlatLag => {
      return { session, label: group.label, screen: `${session.app}.${group.screen}`, cause: group.cause, ms: lengthMs };
    }),
  );
  const perMinute = (app: string, version: string, label: string): number => {
    const own = fleet.filter((each) => each.app === app && each.version === version);
    const ofGroup = own.flatMap((each) => each.lags).filter(({ group }) => group.label === label);
    return minuteRate(total(ofGroup.map(({ lengthMs }) => lengthMs)), total(own.map(({ lengthMs }) => lengthMs)));
  };
  const newest = new Map(fleetApps.map(({ app, versions }) => [app, versions.at(-1)?.[0] ?? '']));
  const groupRows = [...groupedBy(lags, ({ session, label }) => [session.app, session.version, label]).values()]
    .map((of) => ({ app: of[0]?.session.app ?? '', version: of[0]?.session.version ?? '', label: of[0]?.label ?? '', lags: of.length }))
    .filter(({ app, version }) => newest.get(app) === version)
    .map((row) => ({ ...row, ms_per_minute: perMinute(row.app, row.version, row.label) }));
  const changed = (labels: readonly string[]): readonly PlannedRow[] =>
    labels.map((label) => ({ app: shop, before: '1.9', version: '1.10', label }));
  return {
    'worst-groups': { keys: ['app', 'version', 'label'], falls: 'ms_per_minute', most: 20, rows: groupRows },
    devices: {
      keys: ['app', 'device'],
      falls: 'ms_per_minute',
      most: 50,
      rows: [...groupedBy(fleet, ({ app, device }) => [app, device]).values()].map((of) => ({
        app: of[0]?.app ?? '',
        device: of[0]?.device ?? '',
        sessions: of.length,
        ms_per_minute: minuteRate(total(of.map(lagMs)), total(of.map(({ lengthMs }) => lengthMs))),
      })),
    },
    // All of the plan’s are captured.
    reports: { keys: ['app', 'label', 'device'], rows: [] },
    screens: {
      keys: ['app', 'screen'],
      falls: 'ms',
      most: 50,
      rows: [...groupedBy(lags, ({ session, screen }) => [session.app, screen]).values()].map((of) => ({
        app: of[0]?.session.app ?? '',
        screen: of[0]?.screen ?? '',
        lags: of.length,
        ms: total(of.map(({ ms }) => ms)),
      })),
    },
    causes: {
      keys: ['app', 'version', 'cause'],
      rows: [...groupedBy(lags, ({ session, cause }) => [session.app, session.version, cause]).values()].map((of) => {
        const { app = '', version = '' } = of[0]?.session ?? {};
        const all = lags.filter(({ session }) => session.app === app && session.version === version);
        const percent = (100 * total(of.map(({ ms }) => ms))) / total(all.map(({ ms }) => ms));
        return { app, version, cause: of[0]?.cause ?? '', lags: of.length, percent };
      }),
    },
    percentiles: {
      keys: ['app', 'day'],
      rows: [...groupedBy(lags, ({ session }) => [session.app, dayText(session.day)]).values()].map((of) => {
        const lengths = of.map(({ ms }) => ms).sort((a, b) => a - b);
        const { app = '', day = 0 } = of[0]?.session ?? {};
        const at = (share: number): number => quantile(lengths, share);
        return { app, day: dayText(day), lags: of.length, p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) };
      }),
    },
    'new-groups': { keys: ['app', 'version', 'label'], rows: groupRows.filter(({ label }) => label === 'Wish.sort') },
    regressions: { keys: ['app', 'before', 'version', 'label'], rows: changed(['Wish.sort', 'Cart.total', 'Feed.show']) },
    fixed: { keys: ['app', 'before', 'version', 'label'], rows: changed(['Old.sync', 'Search.match']) },
    trend: {
      keys: ['app', 'day'],
      rows: [
        { app: 'com.example.maps', day: dayText(slowTilesDay), ...beforeAndAfter(fleet, 'com.example.maps', slowTilesDay) },
        { app: shop, day: dayText(NEW_SHOP_DAY), ...beforeAndAfter(fleet, shop, NEW_SHOP_DAY) },
      ],
    },
    noise: {
      keys: ['app', 'device', 'version'],
      falls: 'percent',
      most: 50,
      rows: [...groupedBy(fleet, ({ app, device, version }) => [app, device, version]).values()].map((of) => {
        const { app = '', device = '', version = '' } = of[0] ?? {};
        return { app, device, version, sessions: of.length, percent: 100 * relativeDeviation(of.map(sessionRate)) };
      }),
    },
    budget: {
      keys: ['app', 'day'],
      rows: [...groupedBy(fleet, ({ app, day }) => [app, dayText(day)]).values()].map((of) => {
        const held = of.filter((each) => sessionRate(each) <= 1_000 && each.lags.every(({ lengthMs }) => lengthMs < 1_000));
        const { app = '', day = 0 } = of[0] ?? {};
        return { app, day: dayText(day), sessions: of.length, percent_held: (100 * held.length) / of.length };
      }),
    },
    sessions: {
      keys: ['app', 'version', 'path'],
      falls: 'ms_per_minute',
      most: 20,
      rows: fleet.map((each) => ({
        app: each.app,
        version: each.version,
        path: `${each.app}-${each.version}/${each.index}.laglens`,
        device: each.device,
        lags: each.lags.length,
        ms_per_minute: sessionRate(each),
      })),
    },
  };
}

const shop = 'com.example.shop';
const NEW_SHOP_DAY = 19;

/** Milliseconds of lags per observed minute. */
export function sessionRate(session: PlannedSession): number {
  return minuteRate(lagMs(session), session.lengthMs);
}

function dayText(day: number): string {
  return new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10);
}

function beforeAndAfter(fleet: readonly PlannedSession[], app: string, day: number): Readonly<Record<string, number>> {
  const mean = (of: readonly PlannedSession[]): number => total(of.map(sessionRate)) / of.length;
  const own = fleet.filter((each) => each.app === app);
  return {
    was_ms_per_minute: mean(own.filter((each) => each.day < day)),
    ms_per_minute: mean(own.filter((each) => each.day >= day)),
  };
}

function lagMs({ lags }: PlannedSession): number {
  return total(lags.map(({ lengthMs }) => lengthMs));
}

function minuteRate(ms: number, observedMs: number): number {
  return (ms * 60_000) / observedMs;
}

/** The least length that at least this share of lags does not exceed, as SQL's percentile_disc. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function relativeDeviation(values: readonly number[]): number {
  const mean = total(values) / values.length;
  return Math.sqrt(total(values.map((each) => (each - mean) ** 2)) / (values.length - 1)) / mean;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}

function groupedBy<T>(rows: readonly T[], parts: (row: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(parts(row));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

function keyOf(parts: readonly string[]): string {
  return parts.join(' ');
}
