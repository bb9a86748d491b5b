import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { counterTracks } from './counter-tracks.ts';

const second = 1_000 * ms;

test('each counter is a column of times and one of values, without those that nobody could count', () => {
  // CPU: 1.5 s in the one second up to 2 s, 0.5 s in the two up to 4 s. The first report says nothing of how long it is about.
  const phone = new ScriptedPhone()
    .idle(second)
    .counters({ cpuUs: 400 * ms, footprintBytes: 100, threads: 7 })
    .idle(second)
    .counters({ cpuUs: 1.5 * second, threads: 8, allocations: 50, allocatedBytes: 4_000 })
    .idle(2 * second)
    .counters({ cpuUs: 0.5 * second, footprintBytes: 300, threads: 0, allocations: 20, allocatedBytes: 1_000 });
  const [run] = new AnalyzedApp().replay(phone.messages).model.runs;
  assert.ok(run);
  const tracks = counterTracks(run).map(({ name, atUs, value }) => [name, [...atUs].map((us) => us / second), [...value]]);
  assert.deepEqual(tracks, [
    ['cpuCores', [2, 4], [1.5, 0.25]],
    ['footprintBytes', [1, 4], [100, 300]],
    ['threads', [1, 2], [7, 8]],
    ['heapBlocks', [2, 4], [50, 20]],
    ['heapBytes', [2, 4], [4_000, 1_000]],
  ]);
});

test('a run without counters has no track', () => {
  const [run] = new AnalyzedApp().replay(new ScriptedPhone().idle(second).messages).model.runs;
  assert.ok(run);
  assert.deepEqual(counterTracks(run), []);
});
