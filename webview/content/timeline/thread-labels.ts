import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import { formatMoment } from '../../ui/format.ts';
import { t } from '../../ui/translated.ts';

const LONGEST_NAME = 200;
/** Names, with thread id and time of life where several listed threads of a run have the same. */
export class ThreadLabels {
  readonly #model: SessionModel;
  readonly #counts = new Map<string, number>();

  constructor(model: SessionModel, threads: readonly Thread[]) {
    this.#model = model;
    for (const thread of threads) {
      const key = keyOf(thread);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  of(thread: Thread): string {
    const parts = [thread.name.slice(0, LONGEST_NAME)];
    if ((this.#counts.get(keyOf(thread)) ?? 0) > 1) parts.push(...this.#marksOf(thread));
    if (this.#model.runs.length > 1) parts.push(t('Run {0}', thread.run + 1));
    return parts.filter((part) => part !== '').join(' · ');
  }

  #marksOf({ tid, run, beginUs, endUs }: Thread): readonly string[] {
    const isFromBegin = beginUs - (this.#model.runs[run]?.beginUs ?? 0) < 1_000;
    const life = endUs < 0 ? t('since {0}', formatMoment(beginUs)) : `${formatMoment(beginUs)} – ${formatMoment(endUs)}`;
    return [isFromBegin && endUs < 0 ? '' : life, tid === 0 ? '' : t('tid {0}', tid)];
  }
}

function keyOf({ run, name }: Thread): string {
  return `${run} ${name}`;
}
