import { phrase } from '../../../core/text/phrase.ts';
import { textSql } from './text-sql.ts';

/** A ready question of a lake. The SQL is the same for DuckDB and Spark. */
export interface LakeQuestion {
  readonly name: string;
  /** Meaning of the answer, in one sentence. */
  readonly reading: string;
  readonly sql: string;
}

/**
 * Sessions with a rate. An import, such as a report from a user's phone, was made because of a lag: its time is no exposure, and per minute
 * it would lag 60 s. Part of `WHERE`, for a table of sessions.
 */
export function hasRate(sessions = ''): string {
  return `${sessions}observed_us > 0 AND coalesce(${sessions}device_kind, '') <> 'import'`;
}

/** Versions by their first session; `seq` counts from 1, `ago` from 0 for the newest. */
const versions = versionsBy('', '');

/** @param first what the order goes by before the first session; `firstDown` is the same downwards */
function versionsBy(first: string, firstDown: string): string {
  return `versions AS (
  SELECT app, version, min(begin_us) AS first_us,
    row_number() OVER (PARTITION BY app ORDER BY ${first}min(begin_us), version) AS seq,
    row_number() OVER (PARTITION BY app ORDER BY ${firstDown}min(begin_us) DESC, version DESC) - 1 AS ago
  FROM sessions WHERE ${hasRate()} GROUP BY app, version)`;
}

/** The question's SQL, by which this version is the newest, whenever its sessions began. */
export function sqlForNewest({ sql }: LakeQuestion, version: string): string {
  const isNewest = `CASE WHEN version = ${textSql(version)} THEN 1 ELSE 0 END`;
  return sql.replace(versions, () => versionsBy(`${isNewest}, `, `${isNewest} DESC, `));
}

/** Each group's time per observed minute in each session of a version, 0 where it did not occur. */
const groupRates = `labels AS (SELECT app, group_key, max(label) AS label FROM groups GROUP BY app, group_key),
times AS (SELECT session, group_key, sum(us) AS us, count(*) AS lags FROM lags GROUP BY session, group_key),
watched AS (SELECT session, app, version, observed_us FROM sessions WHERE ${hasRate()}),
totals AS (
  SELECT w.app, w.version, count(*) AS sessions, sum(w.observed_us) / 60e6 AS minutes FROM watched w GROUP BY w.app, w.version),
sums AS (
  SELECT w.app, w.version, t.group_key, sum(t.us) / 1e3 AS ms, sum(t.lags) AS lags,
    sum(t.us * 60e3 / w.observed_us) AS rates, sum(t.us * 60e3 / w.observed_us * (t.us * 60e3 / w.observed_us)) AS squares
  FROM times t JOIN watched w ON w.session = t.session GROUP BY w.app, w.version, t.group_key),
rates AS (
  SELECT s.app, s.version, s.group_key, s.lags, s.ms / t.minutes AS per_minute, s.rates / t.sessions AS mean, t.sessions,
    CASE WHEN t.sessions > 1 THEN (s.squares - s.rates * s.rates / t.sessions) / (t.sessions - 1) / t.sessions END AS variance
  FROM sums s JOIN totals t ON t.app = s.app AND t.version = s.version)`;

/**
 * The newest versions with the ones before. `least_z` leaves chance 3 times in 100,000, however few sessions there are:
 * Student's quantile for the normal one's 4, by the expansion of Abramowitz and Stegun 26.7.5.
 */
const newestPairs = `counted AS (
  SELECT n.app, n.version, o.version AS before, least(tn.sessions, tb.sessions) - 1 AS freedom
  FROM versions n JOIN versions o ON o.app = n.app AND o.ago = 1
  JOIN totals tn ON tn.app = n.app AND tn.version = n.version JOIN totals tb ON tb.app = o.app AND tb.version = o.version
  WHERE n.ago = 0),
pairs AS (
  SELECT app, version, before, 4 + 17e0 / freedom + 64e0 / (freedom * freedom) + 181e0 / (freedom * freedom * freedom) AS least_z
  FROM counted WHERE freedom > 0)`;

export const lakeQuestions: readonly LakeQuestion[] = [
  {
    name: 'worst-groups',
    reading: phrase`Lags of the same cause in the newest version, by their milliseconds per observed minute.`,
    sql: `WITH ${versions}, ${groupRates}
SELECT r.app, r.version, l.label, r.lags, round(r.per_minute, 1) AS ms_per_minute, r.group_key
FROM rates r JOIN versions v ON v.app = r.app AND v.version = r.version AND v.ago = 0
JOIN labels l ON l.app = r.app AND l.group_key = r.group_key
ORDER BY r.per_minute DESC, r.group_key LIMIT 20`,
  },
  {
    name: 'devices',
    reading: phrase`Devices by their milliseconds of lags per observed minute, the one that suffers most first.`,
    sql: `SELECT app, coalesce(device, '(unknown)') AS device, count(*) AS sessions, round(sum(lag_us) / 1e3 / (sum(observed_us) / 60e6), 1) AS ms_per_minute, max(worst_us) / 1e3 AS worst_ms
FROM sessions WHERE ${hasRate()} GROUP BY app, coalesce(device, '(unknown)') ORDER BY ms_per_minute DESC, app, device LIMIT 50`,
  },
  {
    name: 'reports',
    reading: phrase`Imported reports and profiles by group and device. They are only counted: they exist because of a lag, so they have no rate.`,
    sql: `WITH labels AS (SELECT app, group_key, max(label) AS label FROM groups GROUP BY app, group_key)
SELECT l.app, n.label, coalesce(s.device, '(unknown)') AS device, count(DISTINCT l.session) AS reports, count(*) AS lags, max(l.us) / 1e3 AS worst_ms,
  l.group_key
FROM lags l JOIN sessions s ON s.session = l.session JOIN labels n ON n.app = l.app AND n.group_key = l.group_key
WHERE s.device_kind = 'import' GROUP BY l.app, n.label, coalesce(s.device, '(unknown)'), l.group_key
ORDER BY reports DESC, lags DESC, l.app, l.group_key, device LIMIT 50`,
  },
  {
    name: 'screens',
    reading: phrase`Screens by the sum of their lags, the one that costs users most time first.`,
    sql: `SELECT app, coalesce(screen, '(unknown)') AS screen, count(*) AS lags, round(sum(us) / 1e3, 1) AS ms, max(us) / 1e3 AS worst_ms
FROM lags GROUP BY app, coalesce(screen, '(unknown)') ORDER BY ms DESC, app, screen LIMIT 50`,
  },
  {
    name: 'causes',
    reading: phrase`What share of all lag time each cause explains, by version.`,
    sql: `SELECT app, version, cause, count(*) AS lags, round(1e2 * sum(us) / sum(sum(us)) OVER (PARTITION BY app, version), 1) AS percent
FROM lags GROUP BY app, version, cause ORDER BY app, version, percent DESC, cause`,
  },
  {
    name: 'percentiles',
    reading: phrase`Lengths of lags in milliseconds by day: half, 95 % and 99 % of them are at most as long.`,
    sql: `SELECT app, day, count(*) AS lags,
  round(percentile_disc(0.5) WITHIN GROUP (ORDER BY us) / 1e3, 1) AS p50_ms,
  round(percentile_disc(0.95) WITHIN GROUP (ORDER BY us) / 1e3, 1) AS p95_ms,
  round(percentile_disc(0.99) WITHIN GROUP (ORDER BY us) / 1e3, 1) AS p99_ms
FROM lags GROUP BY app, day ORDER BY app, day`,
  },
  {
    name: 'new-groups',
    reading: phrase`Groups of lags that the newest version has and no other one had.`,
    sql: `WITH ${versions}, ${groupRates}
SELECT r.app, r.version, l.label, r.lags, round(r.per_minute, 1) AS ms_per_minute, r.group_key
FROM rates r JOIN versions v ON v.app = r.app AND v.version = r.version AND v.ago = 0 AND v.seq > 1
JOIN labels l ON l.app = r.app AND l.group_key = r.group_key
WHERE NOT EXISTS (SELECT 1 FROM rates o WHERE o.app = r.app AND o.group_key = r.group_key AND o.version <> r.version)
ORDER BY r.per_minute DESC, r.group_key LIMIT 50`,
  },
  {
    name: 'regressions',
    reading: phrase`Groups of lags that take more time in the newest version than in the one before, by more than chance explains.`,
    sql: `WITH ${versions}, ${groupRates},
${newestPairs},
changes AS (
  SELECT r.app, p.before, r.version, r.group_key, coalesce(b.mean, 0) AS was, r.mean AS now_is, p.least_z,
    CASE WHEN r.variance + coalesce(b.variance, 0) > 0
      THEN (r.mean - coalesce(b.mean, 0)) / sqrt(r.variance + coalesce(b.variance, 0)) END AS z
  FROM rates r JOIN pairs p ON p.app = r.app AND p.version = r.version
  LEFT JOIN rates b ON b.app = r.app AND b.version = p.before AND b.group_key = r.group_key)
SELECT c.app, c.before, c.version, l.label, round(c.was, 1) AS was_ms_per_minute, round(c.now_is, 1) AS ms_per_minute,
  round(c.z, 1) AS z, c.group_key
FROM changes c JOIN labels l ON l.app = c.app AND l.group_key = c.group_key
WHERE c.z >= c.least_z
ORDER BY c.now_is - c.was DESC, c.group_key LIMIT 50`,
  },
  {
    name: 'fixed',
    reading: phrase`Groups of lags that take less time in the newest version than in the one before, by more than chance explains: what fixes saved.`,
    sql: `WITH ${versions}, ${groupRates},
${newestPairs},
changes AS (
  SELECT b.app, p.before, p.version, b.group_key, b.mean AS was, coalesce(r.mean, 0) AS now_is, p.least_z,
    CASE WHEN b.variance + coalesce(r.variance, 0) > 0
      THEN (coalesce(r.mean, 0) - b.mean) / sqrt(b.variance + coalesce(r.variance, 0)) END AS z
  FROM rates b JOIN pairs p ON p.app = b.app AND p.before = b.version
  LEFT JOIN rates r ON r.app = b.app AND r.version = p.version AND r.group_key = b.group_key)
SELECT c.app, c.before, c.version, l.label, round(c.was, 1) AS was_ms_per_minute, round(c.now_is, 1) AS ms_per_minute,
  round(c.was - c.now_is, 1) AS saved_ms_per_minute, round(c.z, 1) AS z, c.group_key
FROM changes c JOIN labels l ON l.app = c.app AND l.group_key = c.group_key
WHERE c.z <= -c.least_z
ORDER BY c.was - c.now_is DESC, c.group_key LIMIT 50`,
  },
  {
    name: 'trend',
    reading: phrase`The day from which on sessions lag more or less than before, by more than chance explains.`,
    sql: `WITH days AS (
  SELECT app, day, count(*) AS n, sum(lag_us * 60e3 / observed_us) AS s, sum(lag_us * 60e3 / observed_us * (lag_us * 60e3 / observed_us)) AS q
  FROM sessions WHERE ${hasRate()} AND day <> 'unknown' GROUP BY app, day),
splits AS (
  SELECT d.app, d.day,
    sum(CASE WHEN e.day < d.day THEN e.n ELSE 0 END) AS n0, sum(CASE WHEN e.day < d.day THEN e.s ELSE 0 END) AS s0,
    sum(CASE WHEN e.day < d.day THEN e.q ELSE 0 END) AS q0, sum(CASE WHEN e.day < d.day THEN 0 ELSE e.n END) AS n1,
    sum(CASE WHEN e.day < d.day THEN 0 ELSE e.s END) AS s1, sum(CASE WHEN e.day < d.day THEN 0 ELSE e.q END) AS q1
  FROM days d JOIN days e ON e.app = d.app GROUP BY d.app, d.day),
spread AS (
  SELECT app, day, n0, n1, s0 / n0 AS was, s1 / n1 AS now_is, (q0 - s0 * s0 / n0 + q1 - s1 * s1 / n1) / (n0 + n1 - 2) AS variance
  FROM splits WHERE n0 > 4 AND n1 > 4),
scored AS (
  SELECT app, day, was, now_is, CASE WHEN variance > 0 THEN (now_is - was) / sqrt(variance * (1e0 / n0 + 1e0 / n1)) END AS z
  FROM spread),
ranked AS (SELECT *, row_number() OVER (PARTITION BY app ORDER BY abs(z) DESC, day) AS place FROM scored WHERE z IS NOT NULL)
SELECT app, day, round(was, 1) AS was_ms_per_minute, round(now_is, 1) AS ms_per_minute, round(z, 1) AS z
FROM ranked WHERE place = 1 AND abs(z) >= 5 ORDER BY app`,
  },
  {
    name: 'noise',
    reading: phrase`How much sessions of one device and version differ among themselves, in percent of their mean: the noisiest first.`,
    sql: `SELECT app, coalesce(device, '(unknown)') AS device, version, count(*) AS sessions,
  round(1e2 * stddev_samp(lag_us * 60e3 / observed_us) / avg(lag_us * 60e3 / observed_us), 1) AS percent
FROM sessions WHERE ${hasRate()} GROUP BY app, coalesce(device, '(unknown)'), version HAVING count(*) > 2 AND sum(lag_us) > 0
ORDER BY percent DESC, app, device, version LIMIT 50`,
  },
  {
    name: 'budget',
    reading: phrase`Share of sessions by day that hold a budget of 1,000 ms of lags per observed minute and no lag of 1 s.`,
    sql: `SELECT app, day, count(*) AS sessions,
  round(1e2 * sum(CASE WHEN lag_us * 60e3 / observed_us <= 1000 AND worst_us < 1000000 THEN 1 ELSE 0 END) / count(*), 1) AS percent_held
FROM sessions WHERE ${hasRate()} GROUP BY app, day ORDER BY app, day`,
  },
  {
    name: 'sessions',
    reading: phrase`Sessions with the most lag time per observed minute: the ones to open first.`,
    sql: `WITH first AS (
  SELECT app, version, path, device, lags, round(lag_us / 1e3 / (observed_us / 60e6), 1) AS ms_per_minute, worst_us / 1e3 AS worst_ms, session
  FROM sessions WHERE ${hasRate()} ORDER BY ms_per_minute DESC, session LIMIT 20),
ranked AS (
  SELECT l.session, l.lag, row_number() OVER (PARTITION BY l.session ORDER BY l.us DESC, l.lag) AS place
  FROM lags l JOIN first f ON f.session = l.session)
SELECT f.app, f.version, f.path, f.device, f.lags, f.ms_per_minute, f.worst_ms, f.session, r.lag AS worst_lag
FROM first f LEFT JOIN ranked r ON r.session = f.session AND r.place = 1
ORDER BY f.ms_per_minute DESC, f.session`,
  },
];

/** The question of this name; undefined for others. */
export function questionNamed(name: string): LakeQuestion | undefined {
  return lakeQuestions.find((each) => each.name === name);
}
