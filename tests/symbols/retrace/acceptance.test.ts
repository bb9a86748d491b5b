import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { inliningCases } from './cases/inlining.ts';
import { lineCases } from './cases/lines.ts';
import { synthesizedCases } from './cases/synthesized.ts';
import { textCases } from './cases/texts.ts';
import { MapInMemory } from './our-retrace.ts';
import { type Answer, askRetrace } from './retrace-truth.ts';

/**
 * Named after the cases that R8's own tests have, with maps and traces of our own. R8 leaves out two of its cases, CircularReference
 * and NamedModule, because its Retrace doesn't do there what they want; ours does what its Retrace does.
 */
const cases = Object.entries({ ...lineCases, ...inliningCases, ...synthesizedCases, ...textCases });

describe('a stack trace is retraced as R8 does it', () => {
  const answers = new Map<string, Answer>();

  before(async () => {
    const asked = await askRetrace(cases.map(([, { map, trace }]) => ({ map: text(map), trace: text(trace) })));
    for (const [i, [name]] of cases.entries()) {
      const answer = asked[i];
      if (answer !== undefined) answers.set(name, answer);
    }
  });

  for (const [name, { map, trace }] of cases) {
    it(name, () => {
      const ours = new MapInMemory(text(map));
      assert.deepEqual(ours.retrace(trace), answers.get(name)?.plain);
      assert.deepEqual(ours.retrace(trace, true), answers.get(name)?.verbose);
      assert.deepEqual(ours.mapping.problems, []);
    });
  }
});

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
