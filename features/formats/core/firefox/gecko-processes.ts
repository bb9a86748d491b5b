import { field, isObject, listField, numberField } from '../../../../core/text/json-fields.ts';
import { jsonIn } from '../import/json.ts';
import type { ImportTask } from '../import/profile-reader.ts';

export interface GeckoProcess {
  /** Has `meta` and `libs`. */
  readonly owner: unknown;
  readonly threads: readonly unknown[];
  /** Its times begin so long after those of the first process. */
  readonly startMs: number;
}

/** More of them would be no profile. */
const MOST = 4_096;

/** The profile's own process first, then those in `processes`, and before version 5 as texts among the threads. */
export function geckoProcesses({ report }: ImportTask, root: unknown): readonly GeckoProcess[] {
  const firstMs = startOf(root) ?? 0;
  const found: GeckoProcess[] = [];
  const open: unknown[] = [root];
  // The list grows on the way: taking its first each time would be quadratic.
  for (const [index, owner] of open.entries()) {
    if (index === MOST) {
      report.skipped('processes beyond the bound', open.length - index);
      break;
    }
    const threads: unknown[] = [];
    for (const thread of listField(owner, 'threads')) {
      if (isObject(thread)) threads.push(thread);
      else open.push(parsed(thread));
    }
    for (const process of listField(owner, 'processes')) open.push(process);
    if (isObject(owner)) found.push({ owner: withLibs(owner), threads, startMs: (startOf(owner) ?? firstMs) - firstMs });
    else report.skipped('processes that are no profile');
  }
  return found;
}

function startOf(owner: unknown): number | undefined {
  return numberField(field(owner, 'meta'), 'startTime');
}

/** Before version 4 `libs` is a text. */
function withLibs(owner: Readonly<Record<string, unknown>>): unknown {
  const libs = field(owner, 'libs');
  return typeof libs === 'string' ? { meta: field(owner, 'meta'), libs: parsed(libs) } : owner;
}

/** Null for another text. */
function parsed(text: unknown): unknown {
  return typeof text === 'string' ? (jsonIn(text) ?? null) : null;
}
