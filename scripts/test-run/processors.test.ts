import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { busyFactor, EndedPrograms, endedProgramsMs, SpareProcessors } from './processors.ts';

test('shares are of the time since the last reading, and programs of low priority leave processors spare', () => {
  const readings = [
    { all: 1_000, idle: 900, nice: 0 },
    { all: 1_400, idle: 950, nice: 50 },
    { all: 1_400, idle: 950, nice: 50 },
    { all: 1_500, idle: 950, nice: 150 },
  ];
  const processors = new SpareProcessors(() => readings.shift() ?? { all: 0, idle: 0, nice: 0 });
  assert.deepEqual(
    [processors.read(), processors.read(), processors.read()],
    [
      { spare: 0.25, idle: 0.125 },
      { spare: 0, idle: 0 },
      { spare: 1, idle: 0 },
    ],
  );
});

test('limits are longer on a busy computer, up to four times', () => {
  assert.deepEqual(
    [0, 4, 6, 16, 100].map((load) => busyFactor(load, 2)),
    [1, 1, 1.5, 4, 4],
  );
});

test('ended programs have taken what they say they took', () => {
  const before = endedProgramsMs();
  const spin =
    'while (process.cpuUsage().user < 300_000); process.stdout.write(String(process.cpuUsage().user + process.cpuUsage().system))';
  const { stdout } = spawnSync(process.execPath, ['-e', spin], { encoding: 'utf8' });
  const tookMs = endedProgramsMs() - before;
  assert.ok(tookMs >= Number(stdout) / 1000 - 20 && tookMs < Number(stdout) / 1000 + 200, `${tookMs} ms of ${stdout} µs`);
});

test('a program’s time is divided among its parts, and none of it is counted twice', () => {
  let endedMs = 100;
  const programs = new EndedPrograms(() => endedMs);
  assert.equal(programs.takeMs(30), 30);
  // Another one ends, then the first.
  endedMs += 50;
  assert.equal(programs.takeMs(), 20);
  endedMs += 45;
  assert.equal(programs.takeMs(5), 5);
  assert.equal(programs.takeMs(), 40);
  assert.equal(programs.takeMs(7), 7);
  assert.deepEqual([programs.takeMs(), programs.takeMs()], [0, 0]);
  endedMs += 9;
  assert.equal(programs.takeMs(), 2);
});
