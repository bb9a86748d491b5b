import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { causesOf } from '../../../tests/core/causes.ts';
import { exitTrace, TRACE_SENTENCE } from '../../../tests/core/exit-traces.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { anrRecord, endRecord } from '../../../tests/core/system-records.ts';
import { anrTrace } from '../../../tests/fixtures/field-reports/anr-trace.ts';
import type { Message } from '../../wire/schema.ts';
import { appClassPredicate } from '../frames/app-classes.ts';
import { AppMethods } from '../frames/app-methods.ts';
import { LagCauses } from './lag-causes.ts';

const second = 1_000 * ms;
/** From 1.0 s to 7.0 s, and from 7.3 s to 7.8 s. */
const frozen = scriptedApp([
  idle(second),
  message(6 * second, 'com.example.Feed.load:7'),
  idle(300 * ms),
  message(500 * ms, 'com.example.Cart.total:4'),
  idle(3 * second),
]);
const words = 'Input dispatching timed out (com.example/.Main (server) is not responding. Waited 5002ms for MotionEvent)';
const at = (seconds: number): number => SCRIPT_START_US + seconds * second;

function recordsOf(...records: readonly Message[]): readonly (number | undefined)[] {
  return causesOf([...frozen, ...records]).map(({ cause }) => cause.anr?.atUs);
}

test('an ANR that Android recorded during a lag is said after its cause', () => {
  const [lag, other] = causesOf([...frozen, anrRecord(0, at(6.1), words)]);
  assert.match(lag?.text ?? '', /^Busy: .* in Feed\.load/);
  assert.ok(lag?.text.endsWith(` Android recorded an ANR: ${words}.`), lag?.text);
  assert.equal(lag?.cause.anr?.atUs, 6.1 * second);
  assert.doesNotMatch(other?.text ?? '', /ANR/);
});

test('a record just after a long lag is its own, after a short one it is not', () => {
  assert.deepEqual(recordsOf(anrRecord(0, at(7.2), words)), [7.2 * second, undefined]);
  assert.deepEqual(recordsOf(anrRecord(0, at(7.9), words)), [7.9 * second, undefined]);
  assert.deepEqual(recordsOf(anrRecord(0, at(8.5), words)), [undefined, undefined]);
  assert.deepEqual(recordsOf(anrRecord(0, at(0.5), words)), [undefined, undefined]);
});

test('an end for an ANR is an ANR, another end is not', () => {
  assert.deepEqual(recordsOf(endRecord(0, at(6.5), { reason: 6, text: 'bg anr' })), [6.5 * second, undefined]);
  assert.deepEqual(recordsOf(endRecord(0, at(6.5), { reason: 10 })), [undefined, undefined]);
  assert.match(causesOf([...frozen, anrRecord(0, at(6.1), ' ')])[0]?.text ?? '', / Android recorded an ANR\.$/);
});

test('a record that comes later is said of a lag that is long over', () => {
  const app = new AnalyzedApp().replay(frozen);
  const causes = new LagCauses(app.model, new AppMethods(app.model, appClassPredicate({ packages: [], prefixes: ['com.example'] })));
  const [lag] = app.detector.lags;
  assert.ok(lag);
  app.take({ type: 'tick', atUs: at(20), rounds: 1 });
  assert.equal(causes.of(lag).anr, undefined);
  app.take(anrRecord(0, at(6.1), words));
  assert.equal(causes.of(lag).anr?.text, words);
});

test('Android’s trace says where main was at the last ANR of the process', () => {
  const pid = frozen.find((each) => each.type === 'hello')?.pid ?? 0;
  const first = frozen.find((each) => each.type === 'hello') ?? helloMessage(SCRIPT_START_US);
  const later = { ...helloMessage(at(20)), wallUs: first.wallUs + at(20) - SCRIPT_START_US };
  const end = { type: 'processEnd', atUs: at(8), why: '' } as const;
  const trace = { ...exitTrace(later, pid, 0, anrTrace), wallUs: first.wallUs + at(9) - SCRIPT_START_US };
  const texts = (...records: readonly Message[]) =>
    causesOf([...frozen, end, ...records, processMessage(1), later, trace]).map(({ text }) => text);
  const [lag, other] = texts(anrRecord(0, at(6.1), words));
  assert.ok(lag?.endsWith(` Android recorded an ANR: ${words}. ${TRACE_SENTENCE}`), lag);
  assert.doesNotMatch(other ?? '', /ANR/);
  assert.doesNotMatch(texts(anrRecord(0, at(6.1), words), anrRecord(0, at(7.9), words))[0] ?? '', /deadlock/);
});
