/** A ready question of a lake. The SQL is the same for DuckDB and Spark. */
export interface LakeQuestion {
  readonly name: string;
  /** How to read the answer, in one sentence. */
  readonly reading: string;
  readonly sql: string;
}

/** Versions by their first session; `seq` counts from 1, `ago` from 0 for the newest. */
const versions = `versions AS (
  SELECT app, version, min(begin_us) AS first_us,
    row_number() OVER (PARTITION BY app ORDER BY min(begin_us), version) AS seq,
    row_number() OVER (PARTITION BY app ORDER BY min(begin_us) DESC, version DESC) - 1 AS ago
  FROM sessions GROUP BY app, version)`;

/** Each group's time per observed minute in each session of a version, 0 where it did not occur. */
const groupRates = `labels AS (SELECT app, group_key, max(label) AS label FROM groups GROUP BY app, group_key),
times AS (SELECT session, group_key, sum(us) AS us, count(*) AS lags FROM lags GROUP BY session, group_key),
watched AS (SELECT session, app, version, observed_us FROM sessions WHERE observed_us > 0),
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

export const lakeQuestions: readonly LakeQuestion[] = [
  {
    name: 'worst-groups',
    reading: 'Lags of the same cause in the newest version, by their milliseconds per observed minute.',
    sql: `WITH ${versions}, ${groupRates}
SELECT r.app, r.version, l.label, r.lags, round(r.per_minute, 1) AS ms_per_minute, r.group_key
FROM rates r JOIN versions v ON v.app = r.app AND v.version = r.version AND v.ago = 0
JOIN labels l ON l.app = r.app AND l.group_key = r.group_key
ORDER BY r.per_minute DESC, r.group_key LIMIT 20`,
  },
  {
    name: 'devices',
    reading: 'Devices by their milliseconds of lags per observed minute, the one that suffers most first.',
    sql: `SELECT app, device, count(*) AS sessions, round(sum(lag_us) / 1e3 / (sum(observed_us) / 60e6), 1) AS ms_per_minute, max(worst_us) / 1e3 AS worst_ms
FROM sessions WHERE observed_us > 0 GROUP BY app, device ORDER BY ms_per_minute DESC, device LIMIT 50`,
  },
  {
    name: 'screens',
    reading: 'Screens by the sum of their lags, the one that costs users most time first.',
    sql: `SELECT app, coalesce(screen, '(unknown)') AS screen, count(*) AS lags, round(sum(us) / 1e3, 1) AS ms, max(us) / 1e3 AS worst_ms
FROM lags GROUP BY app, coalesce(screen, '(unknown)') ORDER BY ms DESC, screen LIMIT 50`,
  },
  {
    name: 'causes',
    reading: 'What share of all lag time each cause explains, by version.',
    sql: `SELECT app, version, cause, count(*) AS lags, round(100.0 * sum(us) / sum(sum(us)) OVER (PARTITION BY app, version), 1) AS percent
FROM lags GROUP BY app, version, cause ORDER BY app, version, percent DESC, cause`,
  },
  {
    name: 'percentiles',
    reading: 'Lengths of lags in milliseconds by day: half, 95 % and 99 % of them are shorter.',
    sql: `SELECT app, day, count(*) AS lags,
  round(percentile_cont(0.5) WITHIN GROUP (ORDER BY us) / 1e3, 1) AS p50_ms,
  round(percentile_cont(0.95) WITHIN GROUP (ORDER BY us) / 1e3, 1) AS p95_ms,
  round(percentile_cont(0.99) WITHIN GROUP (ORDER BY us) / 1e3, 1) AS p99_ms
FROM lags GROUP BY app, day ORDER BY app, day`,
  },
  {
    name: 'new-groups',
    reading: 'Groups of lags that the newest version has and no earlier one had.',
    sql: `WITH ${versions}, ${groupRates}
SELECT r.app, r.version, l.label, r.lags, round(r.per_minute, 1) AS ms_per_minute, r.group_key
FROM rates r JOIN versions v ON v.app = r.app AND v.version = r.version AND v.ago = 0 AND v.seq > 1
JOIN labels l ON l.app = r.app AND l.group_key = r.group_key
WHERE NOT EXISTS (SELECT 1 FROM rates o WHERE o.app = r.app AND o.group_key = r.group_key AND o.version <> r.version)
ORDER BY r.per_minute DESC, r.group_key LIMIT 50`,
  },
  {
    name: 'regressions',
    reading:
      'Groups of lags that take more time in the newest version than in the one before, beyond chance (z of at least 4 over sessions).',
    sql: `WITH ${versions}, ${groupRates},
pairs AS (
  SELECT n.app, n.version, o.version AS before FROM versions n JOIN versions o ON o.app = n.app AND o.ago = 1 WHERE n.ago = 0),
changes AS (
  SELECT r.app, p.before, r.version, r.group_key, coalesce(b.mean, 0) AS was, r.mean AS now_is,
    r.variance + coalesce(b.variance, 0) AS variance
  FROM rates r JOIN pairs p ON p.app = r.app AND p.version = r.version
  LEFT JOIN rates b ON b.app = r.app AND b.version = p.before AND b.group_key = r.group_key)
SELECT c.app, c.before, c.version, l.label, round(c.was, 1) AS was_ms_per_minute, round(c.now_is, 1) AS ms_per_minute,
  round((c.now_is - c.was) / sqrt(c.variance), 1) AS z, c.group_key
FROM changes c JOIN labels l ON l.app = c.app AND l.group_key = c.group_key
WHERE c.variance > 0 AND (c.now_is - c.was) / sqrt(c.variance) >= 4
ORDER BY c.now_is - c.was DESC, c.group_key LIMIT 50`,
  },
  {
    name: 'sessions',
    reading: 'Sessions with the most lag time per observed minute: the ones to open first.',
    sql: `SELECT app, version, path, device, lags, round(lag_us / 1e3 / (observed_us / 60e6), 1) AS ms_per_minute, worst_us / 1e3 AS worst_ms, session
FROM sessions WHERE observed_us > 0 ORDER BY ms_per_minute DESC, session LIMIT 20`,
  },
];

/** Undefined if `name` is none of them. */
export function questionNamed(name: string): LakeQuestion | undefined {
  return lakeQuestions.find((each) => each.name === name);
}
