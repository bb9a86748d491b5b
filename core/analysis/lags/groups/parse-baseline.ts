import type { LagKind } from '../lag.ts';
import { kindTexts } from '../lag-texts.ts';
import {
  BASELINE_VERSION,
  type Baseline,
  type BaselineGroup,
  type BaselineThread,
  LONGEST_TEXT,
  MOST_GROUPS,
  MOST_THREADS,
} from './baseline.ts';
import { type BaselineTree, MOST_TREE_ROWS } from './baseline-tree.ts';

/** Beyond these a baseline is none of ours. */
const limits = { durations: 500_000, threads: MOST_THREADS, text: LONGEST_TEXT } as const;

/**
 * A baseline from a file or a page; undefined when it is none, of another version, or out of bounds. What comes back is a copy of
 * the fields that are known.
 */
export function parseBaseline(value: unknown): Baseline | undefined {
  if (!isRecord(value) || value.version !== BASELINE_VERSION) return undefined;
  const { title, session, untilUs, recordedMs, observedUs, thresholdUs } = value;
  const groups = listOf(value.groups, MOST_GROUPS, parseGroup);
  const threads = listOf(value.threads, limits.threads, parseThread);
  if (!isText(title) || !isText(session) || !isTime(untilUs)) return undefined;
  if (!isTime(recordedMs) || !isTime(observedUs) || !isTime(thresholdUs)) return undefined;
  if (groups === undefined || threads === undefined) return undefined;
  if (groups.reduce((sum, { durationsUs }) => sum + durationsUs.length, 0) > limits.durations) return undefined;
  return { version: BASELINE_VERSION, title, session, untilUs, recordedMs, observedUs, thresholdUs, groups, threads };
}

function parseGroup(value: unknown): BaselineGroup | undefined {
  if (!isRecord(value)) return undefined;
  const { key, label, kind } = value;
  const durationsUs = listOf(value.durationsUs, limits.durations, timeOf);
  if (!isText(key) || !isText(label) || !isKind(kind) || durationsUs === undefined) return undefined;
  return { key, label, kind, durationsUs };
}

function parseThread(value: unknown): BaselineThread | undefined {
  if (!isRecord(value) || !isText(value.name)) return undefined;
  const tree = parseTree(value.tree);
  return tree && { name: value.name, tree };
}

/** All columns are of one length, callers stand before what they call, and names are there. */
function parseTree(value: unknown): BaselineTree | undefined {
  if (!isRecord(value)) return undefined;
  const names = listOf(value.names, MOST_TREE_ROWS + 1, (name) => (isText(name) ? name : undefined));
  const column = (each: unknown): readonly number[] | undefined => listOf(each, MOST_TREE_ROWS, timeOf);
  const [parent, name, selfUs, busyUs, blockedUs] = [value.parent, value.name, value.selfUs, value.busyUs, value.blockedUs].map(column);
  if (names === undefined || parent === undefined || name === undefined) return undefined;
  if (selfUs === undefined || busyUs === undefined || blockedUs === undefined) return undefined;
  if (![name, selfUs, busyUs, blockedUs].every(({ length }) => length === parent.length)) return undefined;
  const isWhole = (row: number): boolean => Number.isInteger(row);
  if (!parent.every((caller, row) => isWhole(caller) && (row === 0 ? caller === 0 : caller < row))) return undefined;
  if (!name.every((row) => isWhole(row) && row < names.length)) return undefined;
  return { names, parent, name, selfUs, busyUs, blockedUs };
}

/** Undefined when one of them, or the list, is none. */
function listOf<T>(value: unknown, most: number, parse: (each: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const parsed: T[] = [];
  for (const each of value) {
    const item = parse(each);
    if (item === undefined) return undefined;
    parsed.push(item);
  }
  return parsed;
}

function timeOf(value: unknown): number | undefined {
  return isTime(value) ? value : undefined;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= limits.text;
}

function isKind(value: unknown): value is LagKind {
  return typeof value === 'string' && Object.hasOwn(kindTexts, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
