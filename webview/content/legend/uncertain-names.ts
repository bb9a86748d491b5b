import { isRenamed } from '../../../core/analysis/frames/symbol-note.ts';
import { uint8At } from '../../../core/columns/at.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { nodeMark } from '../../../core/session/names/node-table.ts';

/** Whether a name may be wrong, which slants it. Addresses are slanted, too, but no names. */
export class UncertainNames {
  /** Row 0 is no node. */
  #checked = 1;
  #isFound = false;

  /** @param renamed row of `model.methods`, a method of a renamed class: its mapping may still come */
  isAny(model: SessionModel, renamed: number | undefined): boolean {
    const { length, mark } = model.nodes;
    for (; this.#checked < length && !this.#isFound; this.#checked++) {
      this.#isFound = (uint8At(mark, this.#checked) & nodeMark.nearest) !== 0;
    }
    return this.#isFound || (renamed !== undefined && isRenamed(model, renamed));
  }
}
