import { symbolNote } from '../../../core/analysis/frames/symbol-note.ts';
import { uint8At, uint32At } from '../../../core/columns/at.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { nodeMark } from '../../../core/session/names/node-table.ts';

/** Stack nodes looked at per update. */
const NODES_AHEAD = 100_000;

/** Whether a name may be wrong, which slants it. Addresses are slanted, too, but no names. */
export class UncertainNames {
  /** Row 0 is no node. */
  #checked = 1;
  #isFound = false;
  /** A node of a renamed class: its mapping may still come. */
  #renamed: number | undefined;

  isAny(model: SessionModel): boolean {
    const { nodes, methods } = model;
    const end = Math.min(nodes.length, this.#checked + NODES_AHEAD);
    for (; this.#checked < end && !this.#isFound; this.#checked++) {
      this.#isFound = (uint8At(nodes.mark, this.#checked) & nodeMark.nearest) !== 0;
      const file = methods[uint32At(nodes.method, this.#checked)]?.sourceFile;
      if (file?.startsWith('r8-map-id-') === true) this.#renamed ??= this.#checked;
    }
    return this.#isFound || (this.#renamed !== undefined && symbolNote(model, this.#renamed)?.confidence === 'unknown');
  }
}
