import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { Column } from './column.ts';

/** Firefox' category of waits for the next event. */
const IDLE = 'Idle';
/** The category that simpleperf's converter gives to switches away from a core. */
const OFF_CPU = 'Off-CPU';

/** Categories of stacks: that of the innermost frame which has one, as the Firefox Profiler takes them. */
export class StackCategories {
  /** Indices by row of the stack table, -1 for none. */
  readonly #index: number[] = [];
  readonly #idle: number;
  readonly #offCpu: number;

  /** @param owner has `stackTable` and `frameTable` */
  constructor(owner: unknown, meta: unknown) {
    const names = listField(meta, 'categories').map((each) => textField(each, 'name'));
    this.#idle = names.indexOf(IDLE);
    this.#offCpu = names.indexOf(OFF_CPU);
    if (this.#idle < 0 && this.#offCpu < 0) return;
    const category = new Column(field(owner, 'frameTable'), 'category');
    const table = field(owner, 'stackTable');
    const [frame, parents] = [new Column(table, 'frame'), new Parents(table)];
    for (let row = 0; row < frame.length; row++) {
      const parent = parents.of(row);
      this.#index.push(category.at(frame.at(row)) ?? (parent === undefined ? -1 : (this.#index[parent] ?? -1)));
    }
  }

  /** The thread waited for its next event. */
  isRest(row: number): boolean {
    return this.#idle >= 0 && this.#index[row] === this.#idle;
  }

  /** The thread left its core there, and had none until its next sample. */
  isOffCpu(row: number): boolean {
    return this.#offCpu >= 0 && this.#index[row] === this.#offCpu;
  }
}

/** Rows of stacks' callers. */
export class Parents {
  readonly #prefix: Column;
  readonly #offset: Column;

  /** @param table with `prefix`, or from version 66 on `prefixOffset` */
  constructor(table: unknown) {
    this.#prefix = new Column(table, 'prefix');
    this.#offset = new Column(table, 'prefixOffset');
  }

  /** Undefined for the outermost frame. */
  of(row: number): number | undefined {
    const back = this.#offset.at(row) ?? 0;
    return this.#prefix.at(row) ?? (back > 0 ? row - back : undefined);
  }
}
