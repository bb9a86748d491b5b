import type { Figure } from '../../../core/analysis/chance/bootstrap.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import { uint32At } from '../../../core/columns/at.ts';

/** The median of the captures' peaks; of an even number the greater one in the middle. */
export function peakMemory(captures: readonly MeasuredSession[]): Figure {
  const peaks = captures
    .flatMap(({ peakBytes }, capture) => (peakBytes === undefined ? [] : [{ peakBytes, capture }]))
    .sort((a, b) => a.peakBytes - b.peakBytes);
  return {
    // A peak is one number: nothing within a capture is drawn.
    items: captures.map(() => 0),
    of: (drawn) => {
      let all = 0;
      for (const { capture } of peaks) all += uint32At(drawn.captures, capture);
      let left = Math.floor(all / 2) + 1;
      for (const { peakBytes, capture } of peaks) {
        left -= uint32At(drawn.captures, capture);
        if (left <= 0) return peakBytes;
      }
      return undefined;
    },
  };
}
