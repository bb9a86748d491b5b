import { uint32At } from '../../columns/at.ts';
import type { Figure } from '../chance/bootstrap.ts';
import { isOn } from './is-on.ts';
import type { MeasuredSession } from './measured-session.ts';

/** Late frames per frame, of seconds with frames. */
export function jankShare({ screen }: { readonly screen: string | undefined }, captures: readonly MeasuredSession[]): Figure {
  const seconds = captures.map(({ frames }) => frames.filter((each) => isOn(screen, each)));
  return {
    items: seconds.map(({ length }) => length),
    of: ({ items }) => {
      let all = 0;
      let late = 0;
      for (const [capture, blocks] of seconds.entries()) {
        const times = items[capture];
        if (times === undefined) continue;
        for (const [item, block] of blocks.entries()) {
          all += block.frames * uint32At(times, item);
          late += block.late * uint32At(times, item);
        }
      }
      return all === 0 ? undefined : late / all;
    },
  };
}
