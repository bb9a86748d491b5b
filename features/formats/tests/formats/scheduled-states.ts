import assert from 'node:assert/strict';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Query } from './trace-processor.ts';

const stateNames = ['running', 'monitor', 'objectWait', 'parked', 'sleeping', 'native', 'suspended', 'sleeps', 'disk'];

/** `begin-end state` of a thread, in milliseconds of the session. */
export function statesOf(model: SessionModel, tid: number): readonly string[] {
  const thread = model.threads.find((each) => each.tid === tid);
  assert.ok(thread);
  const { samples, readyTimes } = thread;
  return Array.from({ length: samples.length }, (_, row) => {
    const [beginUs, endUs] = [samples.beginUsAt(row), samples.endUsAt(row)];
    const isReady = endUs > beginUs && readyTimes.within(beginUs, endUs) === endUs - beginUs;
    return `${beginUs / 1e3}-${endUs / 1e3} ${isReady ? 'ready' : stateNames[samples.stateAt(row)]}`;
  });
}

/** The trace processor's letters for a task's states. */
const letters = new Map([
  ['Running', 'running'],
  ['R', 'ready'],
  ['R+', 'ready'],
  ['S', 'sleeps'],
  ['D', 'disk'],
]);

/** The same by the trace processor; states that last longer than the trace are left out. */
export function judgedStates(query: Query, tid: number): readonly string[] {
  const rows: { beginNs: number; endNs: number; state: string }[] = [];
  for (const [ts, dur, letter] of query(
    `select ts, dur, state from thread_state join thread using (utid) where tid = ${tid} and dur > 0 order by ts`,
  )) {
    const state = letters.get(String(letter)) ?? String(letter);
    const last = rows.at(-1);
    // A preempted thread that is woken stays ready.
    if (last?.state === state && last.endNs === Number(ts)) last.endNs += Number(dur);
    else rows.push({ beginNs: Number(ts), endNs: Number(ts) + Number(dur), state });
  }
  return rows.map(({ beginNs, endNs, state }) => `${(beginNs - 5e9) / 1e6}-${(endNs - 5e9) / 1e6} ${state}`);
}
