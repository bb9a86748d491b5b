import { DAY_MS, FIRST_DAY_MS, type FleetOptions, plannedFleet, slowTilesDay } from '../tests/lake/fleet-plan.ts';
import type { AnswerRow } from './ask-lake.ts';

/** Rows of an answer as texts. */
interface KnownAnswer {
  readonly question: string;
  readonly expected: ReadonlySet<string>;
  /** Of the answer. */
  readonly found: (rows: readonly AnswerRow[]) => readonly string[];
}

const shop = 'com.example.shop';

/** What the plan has, summed without SQL. Ready questions whose order alone tells have their first row. */
export function knownAnswers(options: FleetOptions): readonly KnownAnswer[] {
  const screens = new Map<string, number>();
  const causes = new Map<string, number>();
  const days = new Map<string, number>();
  const held = new Map<string, readonly [sessions: number, held: number]>();
  let worst = { rate: 0, path: '' };
  for (const { index, app, version, day, lengthMs, lags } of plannedFleet(options)) {
    const rate = (lags.reduce((sum, lag) => sum + lag.lengthMs, 0) * 60_000) / lengthMs;
    if (rate > worst.rate) worst = { rate, path: `/captures/${index}.laglens` };
    const date = dayText(day);
    for (const { group } of lags) {
      count(screens, textOf(app, `${app}.${group.screen}`));
      count(causes, textOf(app, version, group.cause));
      count(days, textOf(app, date));
    }
    const [sessions, good] = held.get(textOf(app, date)) ?? [0, 0];
    const isHeld = rate <= 1_000 && lags.every((lag) => lag.lengthMs < 1_000);
    held.set(textOf(app, date), [sessions + 1, good + Number(isHeld)]);
  }
  return [
    counted('screens', screens, ['app', 'screen', 'lags']),
    counted('causes', causes, ['app', 'version', 'cause', 'lags']),
    counted('percentiles', days, ['app', 'day', 'lags']),
    {
      question: 'budget',
      expected: new Set([...held].map(([key, [sessions, good]]) => `${key} ${sessions} ${((100 * good) / sessions).toFixed(1)}`)),
      found: (rows) => rows.map((row) => textOf(row.app, row.day, row.sessions, Number(row.percent_held).toFixed(1))),
    },
    rowsOf('new-groups', ['app', 'label'], [[shop, 'Wish.sort']]),
    rowsOf(
      'regressions',
      ['app', 'label'],
      ['Cart.total', 'Feed.show', 'Wish.sort'].map((label) => [shop, label]),
    ),
    rowsOf(
      'fixed',
      ['app', 'label'],
      ['Old.sync', 'Search.match'].map((label) => [shop, label]),
    ),
    rowsOf(
      'trend',
      ['app', 'day'],
      [
        ['com.example.maps', dayText(slowTilesDay)],
        [shop, dayText(19)],
      ],
    ),
    firstRow('devices', 'device', 'Old Phone'),
    {
      question: 'noise',
      expected: new Set(['Shared Phone']),
      found: (rows) =>
        rows
          .filter(({ app }) => app === 'com.example.notes')
          .slice(0, 1)
          .map(({ device }) => String(device)),
    },
    firstRow('worst-groups', 'label', 'Tiles.load'),
    firstRow('sessions', 'path', worst.path),
  ];
}

function counted(question: string, counts: ReadonlyMap<string, number>, columns: readonly string[]): KnownAnswer {
  return rowsOf(
    question,
    columns,
    [...counts].map(([key, lags]) => [key, lags]),
  );
}

function rowsOf(question: string, columns: readonly string[], expected: readonly (readonly unknown[])[]): KnownAnswer {
  return {
    question,
    expected: new Set(expected.map((row) => textOf(...row))),
    found: (rows) => rows.map((row) => textOf(...columns.map((column) => row[column]))),
  };
}

function firstRow(question: string, column: string, expected: string): KnownAnswer {
  return { question, expected: new Set([expected]), found: (rows) => rows.slice(0, 1).map((row) => String(row[column])) };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function textOf(...values: readonly unknown[]): string {
  return values.join(' ');
}

function dayText(day: number): string {
  return new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10);
}
