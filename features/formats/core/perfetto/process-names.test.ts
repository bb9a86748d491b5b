import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../../../core/session/file/turns.ts';
import { cpuMsOf } from '../../../../tests/cpu-time.ts';
import { ImportReport } from '../import/import-report.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { SchedThreads } from './ftrace/sched-threads.ts';
import { type FactEvent, OwnFacts } from './own/own-facts.ts';
import { nameProcesses } from './process-names.ts';
import { TraceTracks } from './tracks/trace-tracks.ts';

function task(): ImportTask {
  const report = new ImportReport('test');
  const source = { name: 'given', size: 0, async *chunks() {} };
  return { source, report, builder: new SessionBuilder(report), turns: new Turns({ nowMs: () => 0, turn: async () => {} }) };
}

test('a process is called as the only application that ends in the kernel’s 15 letters', () => {
  const tracks = new TraceTracks(task());
  for (const name of ['com.example.checkout', 'com.one.sameletters123', 'com.two.sameletters123', 'short']) tracks.packages.add(name);
  const comms = ['xample.checkout', 'sameletters123'.padStart(15, '.'), 'short', 'surfaceflinger'];
  for (const [index, comm] of comms.entries()) tracks.thread(index + 1, index + 1).name = comm;
  nameProcesses(tracks, new SchedThreads(task(), () => () => true));
  assert.deepEqual([...tracks.processNames.values()], ['com.example.checkout', '.sameletters123', 'short', 'surfaceflinger']);
});

test('thirty thousand processes and sixty thousand applications take no product of both', { timeout: 20_000 }, () => {
  const tracks = new TraceTracks(task());
  for (let at = 0; at < 60_000; at++) tracks.packages.add(`com.example.application.number${at}`);
  for (let pid = 1; pid <= 30_000; pid++) tracks.thread(pid, pid).name = `process${String(pid).padStart(8, '0')}`;
  const tookMs = cpuMsOf(() => nameProcesses(tracks, new SchedThreads(task(), () => () => true)));
  assert.equal(tracks.processNames.get(30_000), 'process00030000');
  // 1.8e9 comparisons of texts take longer on any machine.
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
});

test('Laglens’ own facts are held for as many tracks as a trace has', () => {
  const of = task();
  const tracks = new TraceTracks(of);
  const facts = new OwnFacts(of, tracks);
  const event: FactEvent = { kind: 'wait', name: 'park', notes: new Map(), stack: 0 };
  for (let id = 1; id <= 32_768; id++) facts.begin(tracks.track(id), 0, event);
  const beyond = tracks.track(32_769);
  facts.begin(beyond, 0, event);
  facts.instant(beyond, 0, event);
  assert.deepEqual([facts.has(tracks.track(1)), facts.has(beyond)], [true, false]);
  assert.ok(of.report.text.includes('2 facts of tracks beyond the bound'), of.report.text);
});

test('what is counted beyond the bound of tracks and threads are the references, not the tracks', () => {
  const of = task();
  const tracks = new TraceTracks(of);
  for (let id = 1; id <= 32_768; id++) {
    tracks.track(id);
    tracks.thread(id, id);
  }
  const { text } = of.report;
  for (let again = 0; again < 3; again++) {
    tracks.track(32_769);
    tracks.thread(1, 32_769);
  }
  assert.equal(text.includes('beyond'), false);
  assert.match(of.report.text, /3 references to tracks beyond the bound, 3 references to threads beyond the bound/);
});
