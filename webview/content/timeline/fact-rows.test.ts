import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { AnalyzedApp, idle, ms } from '../../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../../tests/core/frame-reports.ts';
import { withUses } from '../../../tests/core/message-uses.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { counterAt } from '../../timeline/tracks/counter-track.ts';
import { rowFacts } from '../../timeline/tracks/track-facts.ts';
import { queueRow } from './counter-rows.ts';
import { screenRow } from './screen-row.ts';
import { TracksSource } from './tracks-source.ts';

const messages = scriptedApp([
  idle(100 * ms),
  { kind: 'message', us: 400 * ms },
  idle(100 * ms),
  { kind: 'message', us: 50 * ms },
  idle(ms),
]);

test('the track of the queue has each measured message’s wait while it lasts, and 0 between', () => {
  const { runs } = new AnalyzedApp().replay(withUses(messages, { queuedUs: 30 * ms }, { queuedUs: 700 * ms })).model;
  const [row, ...others] = queueRow(runs);
  assert.ok(row?.kind === 'counter' && others.length === 0);
  assert.deepEqual(
    [50, 100, 499, 550, 600, 649, 650].map((at) => counterAt(row.parts, at * ms)),
    [undefined, 30 * ms, 30 * ms, 0, 700 * ms, 700 * ms, 0],
  );
  assert.deepEqual([row.label, row.most], ['Queue', 700 * ms]);
});

test('without known waits there is no such track', () => {
  assert.deepEqual(queueRow(new AnalyzedApp().replay(withUses(messages, {}, {})).model.runs), []);
  assert.deepEqual(queueRow(new AnalyzedApp().replay(messages).model.runs), []);
});

test('the track of screens has the one in front, up to the run’s end', () => {
  const shown = (us: number, id: number, isShown: number, kind = 1): Message => {
    return { type: 'screen', atUs: SCRIPT_START_US + us, id, name: 900 + id, kind, shown: isShown };
  };
  const { model } = new AnalyzedApp().replay([
    ...messages,
    { type: 'string', id: 901, text: 'com.example.Feed' },
    { type: 'string', id: 902, text: 'com.example.Cart' },
    ...[shown(100 * ms, 1, 1), shown(200 * ms, 1, 0), shown(300 * ms, 2, 1), shown(400 * ms, 1, 1)],
    { type: 'string', id: 903, text: 'com.example.Payment' },
    ...[shown(350 * ms, 3, 1, 2), shown(400 * ms, 3, 0, 2)],
    { type: 'processEnd', atUs: SCRIPT_START_US + 900 * ms, why: '' },
  ]);
  const [row] = screenRow(model, model.runs);
  assert.ok(row?.kind === 'messages');
  const [part] = row.parts;
  const spans = Array.from({ length: part?.length ?? 0 }, (_, at) => [row.name(0, at), part?.beginUs[at], part?.endUs[at]]);
  assert.deepEqual(spans, [
    ['Feed', 100 * ms, 200 * ms],
    ['Cart', 300 * ms, 350 * ms],
    ['Cart › Payment', 350 * ms, 400 * ms],
    ['Feed', 400 * ms, 900 * ms],
  ]);
  assert.deepEqual(screenRow(new AnalyzedApp().replay(messages).model, []), []);
});

test('a screen’s facts are its time in front and the frames meanwhile', () => {
  const { model } = new AnalyzedApp().replay([
    ...messages,
    { type: 'string', id: 901, text: 'com.example.Feed' },
    { type: 'screen', atUs: SCRIPT_START_US + 100 * ms, id: 1, name: 901, kind: 1, shown: 1 },
    // 20 ms each: three dropped. What comes later is of no screen.
    ...new FrameReports(SCRIPT_START_US).inTime(200, 9).late(300, 70).messages,
    { type: 'screen', atUs: SCRIPT_START_US + 310 * ms, id: 1, name: 901, kind: 1, shown: 0 },
    ...new FrameReports(SCRIPT_START_US).late(500, 170).messages,
  ]);
  const [row] = screenRow(model, model.runs);
  assert.ok(row?.kind === 'messages');
  assert.equal(rowFacts(row, 200 * ms, 1), 'Feed · 210 ms · 10 frames, 1 late (10 %), 3 dropped, 38.5 FPS; 1 normal');
});

test('a message’s facts have the CPU time that main counted itself', () => {
  const { model } = new AnalyzedApp().replay(withUses(messages, { cpuUs: 150 * ms }, undefined));
  const view = { fromX: 0, toX: model.nowUs };
  const row = new TracksSource().data(model, view, view, undefined, undefined, []).rows.find(({ id }) => id === 'messages');
  assert.ok(row);
  assert.equal(rowFacts(row, 200 * ms, 1), 'Message · 400 ms · CPU 150 ms');
  assert.equal(rowFacts(row, 620 * ms, 1), 'Message · 50 ms');
});

/** Threads with their CPU milliseconds in a tenth of a second. */
function busyThreads(names: readonly string[], cpuMs: readonly number[]): readonly Message[] {
  return names.flatMap((name, at): readonly Message[] => {
    const thread = 20 + at;
    const sample = { type: 'sample', thread, node: 0, state: 1, allocatedBytes: 0, faults: 0, switches: 0 } as const;
    return [
      { type: 'thread', thread, tid: thread, name, group: '', flags: 0, atUs: SCRIPT_START_US },
      { ...sample, atUs: SCRIPT_START_US + 100 * ms, cpuUs: 0 },
      { ...sample, atUs: SCRIPT_START_US + 200 * ms, cpuUs: (cpuMs[at] ?? 0) * ms },
    ];
  });
}

test('main and the three busiest threads come first, then facts of the process, then the other threads', () => {
  const threads = busyThreads(['idle', 'second', 'least', 'first', 'third'], [0, 60, 1, 90, 30]);
  const { model } = new AnalyzedApp().replay([...messages, ...threads]);
  const view = { fromX: 0, toX: model.nowUs };
  const { rows } = new TracksSource().data(model, view, view, undefined, undefined, []);
  const labels = rows.map(({ kind, label }) => (kind === 'thread' ? label : kind));
  assert.deepEqual(labels.slice(0, 4), ['main', 'first', 'second', 'third']);
  assert.ok(labels.indexOf('messages') === 4, labels.join());
  assert.deepEqual(labels.slice(-2), ['least', 'idle']);
});

test('threads that a selected lag’s waits lead to come right below main, with arrows between the rows', () => {
  const { model } = new AnalyzedApp().replay([...messages, ...busyThreads(['first', 'second', 'third', 'last'], [90, 60, 30, 1])]);
  const view = { fromX: 0, toX: model.nowUs };
  const [main, last] = [model.threads.findIndex(({ isMain }) => isMain), model.threads.findIndex(({ name }) => name === 'last')];
  const wait = { kind: 'held', from: main, to: last, atUs: 200 * ms, isCertain: true } as const;
  const { rows, arrows } = new TracksSource().data(model, view, view, undefined, undefined, [], [wait]);
  assert.deepEqual(
    rows.slice(0, 2).map(({ label }) => label),
    ['main', 'last'],
  );
  const ids = rows.slice(0, 2).map(({ id }) => id);
  assert.deepEqual(
    arrows.map(({ fromRow, toRow, about }) => [fromRow, toRow, about]),
    [[...ids, 'main waits for last']],
  );
});
