import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useViewWindow } from '../../tests/extension/view-window.ts';
import type { RecordedFacts } from '../sessions/facts/recorded-facts.ts';
import type { ListedSession } from './session-rows.ts';
import { sparkline } from './sparkline.ts';

useViewWindow();
const { dayRows, isFound } = await import('./session-rows.ts');
const { fileText, recordedText, sessionTitle } = await import('../sessions/facts/session-texts.ts');

/** Local time, as rows show it. */
const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 10, day, hours, minutes).getTime();
const now = at(22, 18);

function session(name: string, startedMs: number, worstMs = 271, more: Partial<ListedSession> = {}): ListedSession {
  const facts = {
    app: name,
    version: '',
    device: 'This computer',
    startedMs,
    lengthUs: 84_000_000,
    lags: worstMs === 0 ? 0 : 16,
    worstUs: worstMs * 1_000,
    frames: undefined,
  };
  const stored = { path: `/s/${name}.laglens`, name, bytes: 9_000, modifiedMs: startedMs, isPinned: false };
  return { session: stored, recorded: { kind: 'read', facts }, isBaseline: false, ...more };
}

test('title and facts have one spelling', () => {
  const { session: stored, recorded } = session('com.example.shop.Main', at(22, 15));
  assert.equal(sessionTitle(stored, recorded, now), 'com.example.shop.Main — today 15:00');
  assert.equal(recordedText(recorded), '1:24 · 16 lags · worst 271 ms · This computer');
  const [yesterday, weekday, earlier] = [at(21, 9, 5), at(19, 9), at(1, 9)].map((ms) =>
    sessionTitle(stored, session('a', ms).recorded, now),
  );
  assert.deepEqual([yesterday, weekday, earlier], ['a — yesterday 09:05', 'a — Thursday 09:00', 'a — November 1, 2026 09:00']);
});

test('the share of late frames stands in the facts of a session, not in its narrow row', () => {
  const { recorded, ...listed } = session('a', now);
  assert.ok(recorded?.kind === 'read');
  const frames = { frames: 942, late: 19, dropped: 313, fps: 45, jankShare: 19 / 942 };
  const known: RecordedFacts = { ...recorded, facts: { ...recorded.facts, frames } };
  assert.equal(recordedText(known), '1:24 · 16 lags · worst 271 ms · 2.0 % of frames late · This computer');
  const [day] = dayRows([{ ...listed, recorded: known }], now);
  assert.equal(day?.sessions[0]?.shown.description, '271 ms · 16 lags');
  // Its details have all.
  assert.match(String(day?.sessions[0]?.shown.details), /worst 271 ms · 2\.0 % of frames late · This computer/);
});

test('a file without facts is named by its file name, whose time is UTC', () => {
  const stored = { path: '', name: '2026-11-22_03-00-46_com.example.shop.Main', bytes: 5, modifiedMs: at(22, 16), isPinned: false };
  const local = new Date(Date.UTC(2026, 10, 22, 3, 0, 46));
  const clock = `${String(local.getHours()).padStart(2, '0')}:${String(local.getMinutes()).padStart(2, '0')}`;
  assert.match(sessionTitle(stored, undefined, now), new RegExp(`^com\\.example\\.shop\\.Main — (today|yesterday) ${clock}$`));
  assert.match(fileText(stored.name, now), new RegExp(`^shop\\.Main, (today|yesterday) ${clock}$`));
  assert.equal(fileText('before', now), 'before');
  const unreadable: RecordedFacts = { kind: 'unreadable', why: 'The session file is empty.' };
  assert.equal(recordedText(unreadable), 'unreadable: The session file is empty.');
});

test('days and their sessions are listed newest first, with the worst lags of each day as blocks from the third on', () => {
  const listed = [
    session('a', at(21, 9), 100),
    session('b', at(22, 8), 0),
    session('b', at(22, 9), 400),
    session('a', at(22, 15), 800),
    session('a', at(21, 10), 50),
  ];
  const days = dayRows(listed, now);
  assert.deepEqual(
    days.map(({ shown, sessions }) => [shown.label, shown.description, ...sessions.map((row) => row.shown.label)]),
    [
      ['Today', '3 sessions · ▁▅█', '15:00 a', '09:00 b', '08:00 b'],
      ['Yesterday', '2 sessions', '10:00 a', '09:00 a'],
    ],
  );
  // Of the app a: 100, 50, 800 ms.
  assert.match(days[0]?.sessions[0]?.shown.details ?? '', /oldest first: ▂▁█/);
});

test('rows say what is pinned, damaged, the baseline, or not read yet', () => {
  const recorded: RecordedFacts = {
    kind: 'read',
    damage: 'cut',
    facts: { app: 'a', version: '', device: '', startedMs: now, lengthUs: 1e6, lags: 0, worstUs: 0, frames: undefined },
  };
  const cut = session('a', now, 0, { recorded });
  const [day] = dayRows(
    [{ ...cut, session: { ...cut.session, isPinned: true }, isBaseline: true }, session('b', now, 0, { recorded: undefined })],
    now,
  );
  const [first, second] = (day?.sessions ?? []).map(({ shown }) => shown);
  assert.deepEqual([first?.description, first?.kind, first?.icon], ['baseline · cut off · no lags', 'session.pinned.baseline', 'warning']);
  assert.deepEqual([second?.description, second?.kind], ['reading…', 'session']);
});

test('an app is named as short as it differs from the others', () => {
  const names = (...apps: readonly string[]): readonly string[] =>
    dayRows(
      apps.map((name) => session(name, now)),
      now,
    ).flatMap(({ sessions }) => sessions.map(({ shown }) => shown.label.slice('18:00 '.length)));
  assert.deepEqual(names('com.example.shop.Main', 'com.example.feed'), ['shop.Main', 'example.feed']);
  assert.deepEqual(names('com.one.shop', 'org.one.shop', 'App'), ['com.one.shop', 'org.one.shop', 'App']);
});

test('a search finds sessions by words of app, device and facts', () => {
  const shop = session('com.example.Shop', now);
  assert.deepEqual(
    ['shop computer', '16 LAGS', 'pixel', 'shop pixel'].map((words) => isFound(shop, words)),
    [true, true, false, false],
  );
});

test('a sparkline goes from the smallest to the largest block', () => {
  assert.equal(sparkline([0, 100, 200, 700]), '▁▂▃█');
  assert.equal(sparkline([5]), '');
  assert.equal(sparkline([5, 9]), '', 'two blocks look like a word that was blacked out');
  assert.equal(sparkline([0, 0, 0]), '▁▁▁');
  assert.equal(sparkline(Array.from({ length: 40 }, (_, index) => index)).length, 16);
});
