import assert from 'node:assert/strict';
import type { Message } from '../../core/wire/schema.ts';
import { idle, ms } from './analyzed-app.ts';
import { causesOf, type JudgedLag } from './causes.ts';
import { type Deed, SCRIPT_START_US } from './scripted-app.ts';

/** One message between two rests; it begins 100 ms after the session. */
export const around = (deed: Omit<Deed, 'kind'>): readonly Deed[] => [idle(100 * ms), { kind: 'message', ...deed }, idle(3_000 * ms)];

/** Agent time of a session's milliseconds. */
export const at = (milliseconds: number): number => SCRIPT_START_US + milliseconds * ms;

/** The cause of a session's only lag. */
export function onlyCause(messages: readonly Message[]): JudgedLag {
  const judged = causesOf(messages);
  assert.equal(judged.length, 1);
  const [first] = judged;
  assert.ok(first);
  return first;
}

/** To a round of samples, which is 10 ms. */
export function isNear(us: number, milliseconds: number): void {
  assert.ok(Math.abs(us - milliseconds * ms) <= 10 * ms, `${us} us for ${milliseconds} ms`);
}
