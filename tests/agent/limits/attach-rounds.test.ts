import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { artVersions } from '../../runtimes/art/build-art.ts';
import { ArtProgram } from '../art-program.ts';
import { attachRounds, growthOf, loadIntoArt, loadIntoJvm } from '../attach-rounds.ts';
import { Program } from '../program.ts';

const ROUNDS = 10;

// `npm run soak -- rounds` does 50.
suite(`a process that is attached to and detached from ${ROUNDS} times`, { timeout: 600_000 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-rounds-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('is seen alike each time and keeps nothing but the code, on HotSpot', async () => {
    await using program = await Program.start();
    check(await attachRounds(program, loadIntoJvm, ROUNDS));
    assert.equal(await program.finish(), 0, program.complaints);
  });

  for (const version of artVersions)
    test(`is seen alike each time and keeps nothing but the code, on the Android Runtime ${version}`, async () => {
      await using program = await (await ArtProgram.compile(await mkdtemp(join(folder, version)), version)).start();
      check(await attachRounds(program, loadIntoArt, ROUNDS));
      assert.equal(await program.finish(), 0, program.complaints);
    });
});

function check(rounds: Awaited<ReturnType<typeof attachRounds>>): void {
  for (const { seen } of rounds) assert.deepEqual(seen, rounds[0]?.seen);
  assert.deepEqual(growthOf(rounds).beyond, []);
}
