import type { Lag } from '../../core/analysis/lags/lag.ts';
import { screensOf } from '../../core/analysis/lags/screens.ts';

/** The screen that a report is about. */
export interface ReportScreen {
  /** Name as the user wrote it. */
  readonly name: string;
  /** Lags on other screens, or on none. */
  readonly others: number;
  readonly otherStutters: number;
  readonly otherDeadlocks: number;
  /** Keys of the session's screens. */
  readonly known: readonly string[];
  /** Parts of the report that are of the whole session. */
  readonly whole: readonly WholePart[];
}

/** Stable names, for the JSON. */
export type WholePart = 'runs' | 'limits' | 'marks' | 'syncBarriers' | 'anrTraces' | 'trees';

const wholeTexts: Readonly<Record<WholePart, string>> = {
  runs: 'devices, costs and warnings of runs',
  limits: 'missing data',
  marks: 'marks',
  syncBarriers: 'sync barriers',
  anrTraces: 'ANR traces',
  trees: 'trees of main threads',
};

/** A list, and the part of it that a report is about. */
interface Narrowed {
  readonly all: readonly unknown[];
  readonly listed: readonly unknown[];
}

interface NarrowedLists {
  readonly lags: Narrowed & { readonly all: readonly Lag[] };
  readonly stutters: Narrowed;
  readonly deadlocks: Narrowed;
}

/** @param whole parts that the report may have, and their number */
export function reportScreen(
  name: string | undefined,
  { lags, stutters, deadlocks }: NarrowedLists,
  whole: Readonly<Record<WholePart, number>>,
): ReportScreen | undefined {
  if (name === undefined) return undefined;
  const others = ({ all, listed }: Narrowed): number => all.length - listed.length;
  return {
    name,
    others: others(lags),
    otherStutters: others(stutters),
    otherDeadlocks: others(deadlocks),
    known: screensOf(lags.all),
    whole: wholeParts.filter((part) => whole[part] > 0),
  };
}

const wholeParts: readonly WholePart[] = ['runs', 'limits', 'marks', 'syncBarriers', 'anrTraces', 'trees'];

/** A line of the report's head. */
export function screenText({ name, others, otherStutters, otherDeadlocks, whole }: ReportScreen): string {
  const elsewhere = [counted(others, 'lag'), counted(otherStutters, 'stutter'), counted(otherDeadlocks, 'deadlock')];
  const parts = whole.map((part) => wholeTexts[part]).join(', ');
  return `Only ${name}; elsewhere: ${elsewhere.join(', ')}.${parts === '' ? '' : ` Of the whole session: ${parts}.`}`;
}

export function screenJson({ name, others, otherStutters, otherDeadlocks, whole }: ReportScreen) {
  return { name, otherLags: others, otherStutters, otherDeadlocks, wholeSession: whole };
}

function counted(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
