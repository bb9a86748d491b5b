import { seeded } from '../../../tests/core/written-session.ts';
import type { LakeColumn } from '../core/lake-column.ts';
import { noRows, type SessionRows } from '../core/session-rows.ts';
import type { TableRows } from '../core/table-rows.ts';
import type { LakeTable } from '../core/tables.ts';
import type { PlannedSession } from '../tests/lake/fleet-plan.ts';

const THREADS = 10;
const STACKS = 500;
const FACTS = 20;
const STATES = ['running', 'running', 'parked', 'native', 'objectWait'] as const;

/** A session's rows as a recording of the plan has them, with samples of which no two neighbours are equal. */
export function madeRows(session: PlannedSession, samples: number): SessionRows {
  const rows = noRows();
  addSession(rows, session);
  addLags(rows, session);
  for (let second = 0; second < session.lengthMs / 1_000; second++)
    rows.frames.add({ screen: `${session.app}.Screen${second % 5}`, fragment: null, frames: 60, late: second % 7 });
  for (let fact = 0; fact < FACTS; fact++) rows.facts.add({ name: `fact ${fact}`, value: `value ${(session.index + fact) % 40}` });
  for (let stack = 1; samples > 0 && stack <= STACKS; stack++) {
    const feature = stack >> 3;
    const name = `${session.app}.Feature${feature}`;
    rows.stacks.add({ stack, caller: stack >> 1, function: `${name}.step${stack & 7}`, file: `Feature${feature}.kt`, line: stack });
  }
  addSamples(rows.samples, session, samples);
  return rows;
}

function addSession({ sessions }: SessionRows, { index, device, beginMs, lengthMs, lags }: PlannedSession): void {
  const lengths = lags.map((lag) => lag.lengthMs * 1_000);
  sessions.add({
    path: `/captures/${index}.laglens`,
    device,
    device_kind: 'android',
    system: 'android',
    runtime: null,
    api_level: 34,
    begin_us: beginMs * 1_000,
    observed_us: lengthMs * 1_000,
    threshold_us: 100_000,
    lags: lengths.length,
    lag_us: lengths.reduce((sum, us) => sum + us, 0),
    worst_us: Math.max(0, ...lengths),
    frames: null,
    late_frames: null,
    peak_bytes: null,
  });
}

function addLags({ lags: rows, groups }: SessionRows, { app, lengthMs, lags }: PlannedSession): void {
  const keys = new Set<string>();
  for (const [at, { group, lengthMs: lagMs }] of lags.entries()) {
    const us = lagMs * 1_000;
    const isBusy = group.cause === 'busy';
    const key = `main|${app}.${group.label}`;
    const because = isBusy ? `${group.label} was busy.` : `${group.label} slept.`;
    rows.add({
      lag: `${at + 1}`,
      group_key: key,
      at_us: Math.floor((lengthMs * 1_000 * at) / lags.length),
      us,
      kind: 'message',
      band: lagMs < 250 ? 'hitch' : 'hang',
      cause: group.cause,
      because,
      screen: `${app}.${group.screen}`,
      fragment: null,
      busy_us: isBusy ? us : 0,
      blocked_us: isBusy ? 0 : us,
      ready_us: 0,
      gc_us: 0,
      unknown_us: 0,
      queued_us: null,
    });
    if (!keys.has(key)) groups.add({ group_key: key, label: group.label, file: null, line: 12, because, worst_us: us });
    keys.add(key);
  }
}

function addSamples(rows: TableRows<'samples'>, { index, lengthMs }: PlannedSession, count: number): void {
  const random = seeded(index + 1);
  const column = columnsOf(rows);
  const [run, thread, isMain] = [column('run'), column('thread'), column('is_main')];
  const [begin, end, state] = [column('begin_us'), column('end_us'), column('state')];
  const [stack, cpu] = [column('stack'), column('cpu_us')];
  const each = Math.ceil(count / THREADS);
  const meanUs = (lengthMs * 1_000) / each;
  let atUs = 0;
  for (let row = 0; row < count; row++) {
    if (row % each === 0) atUs = 0;
    const number = Math.floor(row / each);
    run.push(0);
    thread.push(number === 0 ? 'main' : `worker ${number}`);
    isMain.push(number === 0);
    begin.push(atUs);
    atUs += 1 + Math.floor(2 * meanUs * random());
    end.push(atUs);
    const chosen = STATES[Math.floor(random() * STATES.length)] ?? 'running';
    state.push(chosen);
    stack.push(1 + Math.floor(STACKS * random() * random()));
    cpu.push(chosen === 'running' ? Math.floor(meanUs * random()) : 0);
  }
  rows.length += count;
}

function columnsOf<T extends LakeTable>({ columns }: TableRows<T>): (name: string) => LakeColumn {
  return (name) => {
    const found = columns.find((column) => column.name === name);
    if (found === undefined) throw new Error(`The table has no column named ${name}.`);
    return found;
  };
}
