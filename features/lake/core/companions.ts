import { type Answer, cellOf, cellText } from './answer.ts';
import { hasRate } from './questions.ts';
import { textSql } from './text-sql.ts';

/** Columns that a lag or session is sorted under, as expressions over `l` (lags) and `s` (sessions). */
const keyColumns = {
  app: 'l.app',
  version: 'l.version',
  day: 'l.day',
  group_key: 'l.group_key',
  cause: 'l.cause',
  screen: "coalesce(l.screen, '(unknown)')",
  device: 's.device',
  session: 's.session',
  lag: 'l.lag',
} as const;

type KeyColumn = keyof typeof keyColumns;

/** Key by the answer's column that holds it. */
export type AnswerKeys = Partial<Readonly<Record<KeyColumn, string>>>;

/** Compared with each group's share: time in which lags could be seen, or time in all lags. */
export type Share = 'observed' | 'lags';

const KEY_SEPARATOR = '\u001f';
const keyTexts = (keys: AnswerKeys): readonly (readonly [KeyColumn, string])[] =>
  keyNames.flatMap((name) => (keys[name] === undefined ? [] : [[name, keys[name]] as const]));
const keyNames: readonly KeyColumn[] = ['app', 'version', 'day', 'group_key', 'cause', 'screen', 'device', 'session', 'lag'];

/** A row's key, as the first column of companions has it. */
export function rowKey(answer: Answer, row: readonly unknown[], keys: AnswerKeys): string {
  return keyTexts(keys)
    .map(([, column]) => cellText(cellOf(answer, row, column)))
    .join(KEY_SEPARATOR);
}

/** The longest lag of each row: key, session, lag, length and path. Undefined without rows. */
export function longestLags(answer: Answer, keys: AnswerKeys): string | undefined {
  if (answer.rows.length === 0) return undefined;
  return `WITH best AS (
  SELECT ${keySql(keys)} AS key, max({us: l.us, session: l.session, lag: l.lag}) AS of
  FROM lags l JOIN sessions s ON s.session = l.session WHERE ${among(answer, keys)} GROUP BY 1)
SELECT b.key, b.of.session AS session, b.of.lag AS lag, b.of.us AS us, s.path FROM best b JOIN sessions s ON s.session = b.of.session`;
}

/** As `longestLags`, for rows of sessions, also of sessions without lags. */
export function sessionLags(answer: Answer, keys: AnswerKeys): string | undefined {
  if (answer.rows.length === 0) return undefined;
  return `SELECT ${keySql(keys)} AS key, s.session, max({us: l.us, lag: l.lag}).lag AS lag, max(l.us) AS us, s.path
FROM sessions s LEFT JOIN lags l ON l.session = s.session WHERE ${among(answer, keys)} GROUP BY 1, s.session, s.path`;
}

/**
 * Standard errors of each row's rate: key, and the error in units of the share. Sessions are the units of a ratio estimator (Cochran,
 * Sampling Techniques, 6.4). Undefined without rows.
 */
export function standardErrors(answer: Answer, keys: AnswerKeys, share: Share): string | undefined {
  if (answer.rows.length === 0) return undefined;
  // Sessions of the same app and version, or device, whether or not they have such a lag.
  const others = keys.device === undefined ? (['app', 'version'] as const) : (['app', 'device'] as const);
  const other = others.map((name) => `coalesce(s.${name}, '')`).join(` || chr(31) || `);
  const whole = share === 'observed' ? 's.observed_us' : 's.lag_us';
  return `WITH watched AS (SELECT s.session, ${other} AS other, ${whole}::DOUBLE AS x FROM sessions s WHERE ${share === 'observed' ? hasRate('s.') : `${whole} > 0`}),
wholes AS (SELECT other, count(*) AS n, sum(x) AS x, sum(x * x) AS xx FROM watched GROUP BY other),
parts AS (
  SELECT ${keySql(keys)} AS key, l.session, sum(l.us)::DOUBLE AS y
  FROM lags l JOIN sessions s ON s.session = l.session WHERE ${among(answer, keys)} GROUP BY 1, 2),
sums AS (
  SELECT p.key, w.other, sum(p.y) AS y, sum(p.y * p.y) AS yy, sum(p.y * w.x) AS xy
  FROM parts p JOIN watched w ON w.session = p.session GROUP BY 1, 2)
SELECT s.key, sqrt(greatest(0, s.yy - 2 * (s.y / w.x) * s.xy + (s.y / w.x) * (s.y / w.x) * w.xx) * w.n / (w.n - 1)) / w.x AS error
FROM sums s JOIN wholes w ON w.other = s.other WHERE w.n > 1`;
}

/** Lag time of each app's days, in milliseconds per observed minute. */
export const daysSql = `SELECT app, day, round(sum(lag_us) / 1e3 / (sum(observed_us) / 60e6), 1) AS ms_per_minute
FROM sessions WHERE ${hasRate()} AND day <> 'unknown' GROUP BY app, day ORDER BY app, day`;

function keySql(keys: AnswerKeys): string {
  return keyTexts(keys)
    .map(([name]) => `coalesce(${keyColumns[name]}, '')`)
    .join(' || chr(31) || ');
}

function among(answer: Answer, keys: AnswerKeys): string {
  const wanted = answer.rows.map((row) => textSql(rowKey(answer, row, keys)));
  return `${keySql(keys)} IN (${wanted.join(', ')})`;
}
