import type { Bench } from '../support/figure.ts';
import { hostTurns } from './host-turns.ts';
import { largeFile } from './large-file.ts';
import { nameFigures } from './names-figures.ts';
import { retraceFigures } from './retrace-figures.ts';
import { sameFrames } from './same-frames.ts';

/** Names and lines of native code: comparison with llvm's, and cost. */
export const bench: Bench = async function* (say, options) {
  yield* sameFrames(say);
  yield* largeFile(say);
  yield* nameFigures(say, options);
  yield* retraceFigures(say);
  yield* hostTurns(say);
};
