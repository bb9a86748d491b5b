import type { FrameRef } from '../../core/analysis/frames/frame.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { bandOf } from '../../core/analysis/lags/lag.ts';

/** A culprit from `com.example.Cart.total:12`, or native `Shop.total() -> ():12`. */
function madeCulprit(written: string, node = 1): FrameRef {
  const [, name = '', line = '0'] = /^(.*):(\d+)$/.exec(written) ?? [];
  const dot = name.endsWith(')') ? -1 : name.lastIndexOf('.');
  const className = name.slice(0, Math.max(0, dot));
  const simple = className.slice(className.lastIndexOf('.') + 1).split('$')[0] ?? '';
  return { node, class: className, method: name.slice(dot + 1), sourceFile: simple === '' ? '' : `${simple}.java`, line: Number(line) };
}

/** A lag that kept main busy, with changes; microseconds. */
export function madeLag(beginUs: number, lastsUs: number, culprit: string | undefined, changes: Partial<Lag> = {}): Lag {
  return {
    id: `0-0-${beginUs}`,
    run: 0,
    thread: 0,
    beginUs,
    endUs: beginUs + lastsUs,
    open: false,
    kind: 'message',
    band: bandOf(lastsUs),
    busyUs: lastsUs,
    blockedUs: 0,
    readyUs: 0,
    unknownUs: 0,
    gcUs: 0,
    culprit: culprit === undefined ? undefined : madeCulprit(culprit),
    ...changes,
  };
}
