import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ms } from '../../../../tests/core/analyzed-app.ts';
import { calls } from '../../../../tests/core/calls.ts';
import { damagedMessages } from '../../../../tests/core/damaged-messages.ts';
import { seededRandom } from '../../../../tests/core/sample-stream.ts';
import { ScriptedPhone } from '../../../../tests/core/scripted-phone.ts';
import { lifePhase } from '../../../session/columns/run-columns.ts';
import { SessionModel } from '../../../session/model/model.ts';
import { threadStates } from '../../threads/thread-tracks.ts';
import { type Lag, LagDetector } from './lag-detector.ts';
import { TRACKING_MODE } from './late-frames.ts';

const phases = Object.keys(lifePhase).filter((name): name is keyof typeof lifePhase => name in lifePhase);

/** An app of iOS that does, suffers and reports this and that. */
function script(random: () => number): ScriptedPhone {
  const below = (limit: number): number => Math.floor(random() * limit);
  const phone = new ScriptedPhone();
  if (random() < 0.5)
    phone
      .phase('started', below(500 * ms))
      .phase('loaded')
      .prepare(below(900 * ms), ['Debug 1']);
  for (let deed = 0; deed < 60; deed++) {
    const us = 50 + Math.floor(random() ** 3 * 400 * ms);
    const kind = below(12);
    if (kind < 4) phone.idle(us);
    else if (kind < 8) phone.turn(us, ['Debug 1', `Cart ${below(5)}`], { mode: random() < 0.4 ? TRACKING_MODE : 'x', busy: random() });
    else if (kind === 8) phone.phase(phases[below(phases.length)] ?? 'active');
    else if (kind === 9) phone.counters({ cpuUs: below(8_000 * ms), threads: below(90) });
    else if (kind === 10) phone.lateFrame(below(200 * ms));
    else phone.waited(below(us * 3), 'read', `/f${below(3)}`, { owner: below(3) });
    if (random() < 0.02) phone.still(below(20_000 * ms));
  }
  return phone;
}

const options = { thresholdUs: 100 * ms, isAppClass: () => true };

test('damaged and lying streams of phones give lags that are whole, and never an error', () => {
  const random = seededRandom(91);
  const kinds = new Map<string, number>();
  for (let round = 0; round < 150; round++) {
    const model = new SessionModel();
    const judge = new LagDetector(model, options);
    for (const message of damagedMessages(script(random).messages, random)) {
      model.apply(message);
      if (random() < 0.05) judge.update();
    }
    judge.update();
    const ids = new Set<string>();
    for (const { id, kind, beginUs, endUs, busyUs, blockedUs, readyUs, unknownUs, gcUs } of judge.lags) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      assert.ok(!ids.has(id), id);
      ids.add(id);
      assert.ok(Number.isFinite(beginUs) && Number.isFinite(endUs) && endUs > beginUs, `${kind} ${beginUs} ${endUs}`);
      const sumUs = busyUs + blockedUs + readyUs + unknownUs + gcUs;
      assert.ok(Math.abs(sumUs - (endUs - beginUs)) <= 1e-9 * endUs + 1e-3, `${kind}: ${sumUs} of ${endUs - beginUs}`);
      for (const us of [busyUs, blockedUs, readyUs, unknownUs, gcUs]) assert.ok(us >= -1e-9 * endUs - 1e-3, `${kind} ${us}`);
    }
    for (const thread of model.threads) {
      calls(model, thread, 0, Number.POSITIVE_INFINITY);
      threadStates(model, thread);
    }
  }
  for (const kind of ['turn', 'launch', 'cpu', 'frames']) assert.ok((kinds.get(kind) ?? 0) > 3, `${kind}: ${kinds.get(kind)}`);
});

/** All that does not move when the process is silent for seconds after it. */
const brief = ({ id, kind, endUs, open, cut, thread, phone, waitsOn }: Lag): readonly unknown[] => [
  id,
  kind,
  endUs,
  open,
  cut,
  thread,
  phone,
  waitsOn,
];

test('a stream of a phone is judged the same in any pieces', () => {
  const random = seededRandom(92);
  for (let round = 0; round < 60; round++) {
    const messages = script(random).messages;
    const [whole, pieces] = [new SessionModel(), new SessionModel()];
    const [judge, live] = [new LagDetector(whole, options), new LagDetector(pieces, options)];
    for (const message of messages) {
      whole.apply(message);
      pieces.apply(message);
      if (random() < 0.3) live.update();
    }
    judge.update();
    live.update();
    assert.deepEqual(live.lags.map(brief), judge.lags.map(brief));
  }
});
