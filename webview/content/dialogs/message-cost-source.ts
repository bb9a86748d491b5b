import { type HandlerCost, messageCosts } from '../../../core/analysis/messages/message-costs.ts';
import type { TimeRange } from '../../../core/columns/time-range.ts';
import { LastSeen, sameKey } from '../../../core/memo.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';

/** A growing range is summed again after this time. */
const STEP_US = 2_000_000;

/** Main's messages of the selection by handler, computed again only when facts in it may be new. */
export class MessageCostSource {
  readonly #key = new LastSeen(sameKey);
  #costs: readonly HandlerCost[] = [];

  /** @param ranges ordered and apart */
  of(model: SessionModel, ranges: readonly TimeRange[]): readonly HandlerCost[] {
    const last = ranges.at(-1)?.endUs ?? 0;
    const grown = last < model.nowUs - STEP_US ? 0 : Math.floor(model.nowUs / STEP_US);
    const borders = ranges.flatMap(({ beginUs, endUs }) => [beginUs, grown === 0 ? endUs : Math.floor(endUs / STEP_US)]);
    if (this.#key.isNew([model, model.drops, model.namesVersion, grown, ...borders])) this.#costs = atOnce(messageCosts(model, ranges));
    return this.#costs;
  }
}
