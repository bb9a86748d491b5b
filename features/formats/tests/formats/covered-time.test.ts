import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { seededRandom } from '../../../../tests/core/sample-stream.ts';
import { doors } from '../../../../tests/fuzz/doors.ts';
import { assertCovered, judged } from './covered-time.ts';

/** Doors through which foreign profiles and reports come; by their names, so no other door ends with “-report”. */
const imports = doors.filter(({ name }) => name.startsWith('profile-') || name.endsWith('-report'));

describe('lags have only time that samples and messages cover', () => {
  for (const door of imports) {
    test(door.name, async () => {
      const seeds = await door.seeds();
      const formats = new Set<string>();
      for (const seed of seeds) {
        const of = await judged(seed);
        formats.add(of.format);
        if (door.name.startsWith('profile-')) assert.equal(of.format, door.name.slice('profile-'.length));
        assertCovered(of);
      }
      assert.ok(formats.size > 0);
      // Altered ones have times in any order, of any size.
      for (let round = 0; round < 60; round++) {
        const random = seededRandom(round);
        const seed = seeds[round % seeds.length];
        assert.ok(seed);
        try {
          assertCovered(await judged(door.altered?.(seed, random) ?? seed));
        } catch (error) {
          if (!(error instanceof LaglensError)) throw error;
        }
      }
    });
  }
});
