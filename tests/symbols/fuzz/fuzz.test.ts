import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FuzzTarget, fuzz } from './fuzz.ts';
import { targets } from './targets.ts';

for (const target of targets) {
  test(`damaged files of kind ${target.name} end in a SymbolError or an answer`, async (t) => {
    const good = await target.inputs();
    for (const bytes of good) target.read(bytes);
    const { runs = 3000 } = target;
    const report = await fuzz(target, 1, (done) => done >= runs);
    t.diagnostic(`${report.runs} runs, ${report.refused} refused, slowest ${report.slowestMs.toFixed(0)} ms`);
    assert.deepEqual(report.findings, []);
    // Damage that no reader notices would prove nothing, and neither would damage that each notices at once.
    assert.ok(report.refused > runs / 20 && report.answered > runs / 100, JSON.stringify(report));
  });
}

test('a reader that throws anything else, or hangs, is found out', async () => {
  const bad: FuzzTarget = { name: 'bad', inputs: async () => [new Uint8Array(4)], read: ([first = 0]) => new Uint8Array(-1 - first) };
  const { findings } = await fuzz(bad, 1, (done) => done >= 3);
  assert.equal(findings.length, 3);
  assert.match(findings[0] ?? '', /^bad, seed 1: RangeError/);
});
