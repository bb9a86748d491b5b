import assert from 'node:assert/strict';
import { float64At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

const stateNames = ['running', 'monitor', 'objectWait', 'parked', 'sleeping', 'native', 'suspended', 'sleeps', 'disk'];

/** `begin-end state` of a thread, in milliseconds of the session. */
export function statesOf(model: SessionModel, tid: number): readonly string[] {
  const thread = model.threads.find((each) => each.tid === tid);
  assert.ok(thread);
  const { samples, readyTimes } = thread;
  return Array.from({ length: samples.length }, (_, row) => {
    const [beginUs, endUs] = [float64At(samples.beginUs, row), float64At(samples.endUs, row)];
    const isReady = endUs > beginUs && readyTimes.within(beginUs, endUs) === endUs - beginUs;
    return `${beginUs / 1e3}-${endUs / 1e3} ${isReady ? 'ready' : stateNames[samples.state[row] ?? -1]}`;
  });
}
