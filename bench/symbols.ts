import type { Bench } from './figure.ts';
import { hostTurns } from './symbols/host-turns.ts';
import { largeFile } from './symbols/large-file.ts';
import { nameFigures } from './symbols/names-figures.ts';
import { retraceFigures } from './symbols/retrace-figures.ts';
import { sameFrames } from './symbols/same-frames.ts';

/** Names and lines of native code: are they llvm's, and what does finding them cost? */
export const bench: Bench = async function* (say, options) {
  yield* sameFrames(say);
  yield* largeFile(say);
  yield* nameFigures(say, options);
  yield* retraceFigures(say);
  yield* hostTurns(say);
};
