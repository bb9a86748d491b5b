import { float64At } from '../../columns/at.ts';
import { fillIn } from '../../fill-in.ts';
import { intervalState } from '../../session/columns/interval-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';

/** In English, for all views; they may translate them. */
export const barrierTexts = {
  warnBarrier: 'Since {0} main handles only asynchronous messages: a sync barrier stays in its queue.',
  warnBarrierWas: 'From {0} on main handled only asynchronous messages for {1}: a sync barrier stayed in its queue.',
  barrierHint: 'Views post it for a traversal and remove it then. It stays when views were changed on several threads at once.',
} as const;

/** Session microseconds. */
export interface KeptBarrier {
  readonly run: number;
  readonly beginUs: number;
  /** So far, while it is open. */
  readonly endUs: number;
  readonly isOpen: boolean;
}

/** In order. Android only. */
export function syncBarriers(model: SessionModel): readonly KeptBarrier[] {
  return model.runs.flatMap(({ index: run, syncBarriers: all }) =>
    Array.from({ length: all.length }, (_, row) => ({
      run,
      beginUs: float64At(all.beginUs, row),
      endUs: float64At(all.endUs, row),
      isOpen: all.state[row] === intervalState.open,
    })),
  );
}

/**
 * @param moment formats a session time, `length` a duration
 * @param template translated by views
 */
export function barrierSentence(
  { beginUs, endUs, isOpen }: KeptBarrier,
  moment: (atUs: number) => string,
  length: (us: number) => string,
  template = (key: keyof typeof barrierTexts): string => barrierTexts[key],
): string {
  return fillIn(template(isOpen ? 'warnBarrier' : 'warnBarrierWas'), [moment(beginUs), length(endUs - beginUs)]);
}
