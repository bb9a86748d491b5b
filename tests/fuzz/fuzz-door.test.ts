import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptCases } from './cases.ts';
import type { Door } from './door.ts';
import { doors } from './doors.ts';
import { fuzz, tried } from './fuzz-door.ts';
import { runByHand } from './hand-run.ts';
import { minimised } from './minimise.ts';

/** The same first inputs in each run; `npm run fuzz` tries others. */
const USUAL_COUNT = process.env.LAGLENS_TESTS === 'all' ? 1_000 : 400;

for (const door of doors) {
  test(`the door ${door.name} takes its good inputs, and holds for altered ones`, async (t) => {
    for (const bytes of await door.seeds()) {
      const { problem, isRefused } = await tried(door, bytes);
      assert.deepEqual([problem, isRefused], [undefined, false]);
    }
    const { count = USUAL_COUNT } = door;
    const report = await fuzz(door, { firstSeed: 1, isEnough: ({ runs }) => runs >= count });
    const { runs, answered, refused, longest, largest, findings } = report;
    t.diagnostic(`${runs} inputs, ${refused} refused, longest ${longest.ms.toFixed(0)} ms, largest ${largest.steps} steps`);
    assert.deepEqual(
      findings.map(({ seed, problem }) => `seed ${seed}: ${problem.slice(0, 2_000)}`),
      [],
    );
    // Inputs that are all refused at once would prove nothing.
    assert.ok(answered > runs / 100, `${answered} of ${runs} answered`);
  });
}

test('what once broke a promise does not any more', async () => {
  for (const { door: name, name: file, bytes } of await keptCases()) {
    const door = doors.find((each) => each.name === name);
    assert.ok(door, `cases/${name} belongs to no door`);
    assert.equal((await tried(door, bytes)).problem, undefined, `${name}/${file}`);
  }
});

const bad: Door = {
  name: 'bad',
  seeds: async () => [new Uint8Array(4).fill(7)],
  run: ([first = 0], work) => {
    if (first === 9) throw new SyntaxError('its own');
    if (first > 99) throw new RangeError('a defect');
    work.did(first === 7 ? 1 : 1_000_000);
    return first;
  },
  refuses: (error) => error instanceof SyntaxError,
};

test('a defect and work without end are found, the door’s own error is not', async () => {
  assert.deepEqual((await tried(bad, Uint8Array.of(9))).isRefused, true);
  assert.match((await tried(bad, Uint8Array.of(100))).problem ?? '', /^RangeError: a defect/);
  assert.match((await tried(bad, Uint8Array.of(8))).problem ?? '', /^TooMuchWork/);
  assert.equal((await tried(bad, Uint8Array.of(7))).problem, undefined);
  const { findings, failed } = await fuzz(bad, { firstSeed: 1, isEnough: ({ runs }) => runs >= 5_000 });
  assert.deepEqual(findings.map(({ problem }) => problem.split(':')[0]).toSorted(), ['RangeError', 'TooMuchWork'], 'each defect once');
  assert.ok(failed > 1_000, `${failed} failed`);
});

test('a finding is made as small as it still fails', async () => {
  const fails = async (bytes: Uint8Array): Promise<boolean> => bytes.includes(200) && bytes.length > 1;
  const found = Uint8Array.from({ length: 5_000 }, (_, i) => (i === 3_210 ? 200 : i % 199));
  assert.deepEqual([...(await minimised(found, fails))].toSorted(), [0, 200]);
});

test('a run by hand ends at its count', async () => {
  const { report, broke } = await runByHand({ door: 'link', firstSeed: 5, milliseconds: 60_000, count: 30 });
  assert.deepEqual([report?.runs, report?.findings, broke], [30, [], undefined]);
});

test('a run by hand names an input that hangs, and one that fills the heap', async () => {
  const module = import.meta.resolve('./broken-doors.ts');
  const order = { module, firstSeed: 5, milliseconds: 60_000, count: 30 };
  assert.deepEqual(await runByHand({ ...order, door: 'hangs' }, 1_500), {
    report: undefined,
    broke: 'hangs, seed 5: more than 1.5 s in one input',
  });
  const { broke = '' } = await runByHand({ ...order, door: 'fills' }, 60_000, 60);
  assert.match(broke, /^fills, seed 5: Worker terminated due to reaching memory limit/);
});
