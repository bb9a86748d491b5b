import { listField, textField } from '../../../../core/text/json-fields.ts';
import { VlqReader } from './vlq.ts';

interface Begin {
  /** From 0. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

/** Most begins of one source. */
const MOST_BEGINS = 1 << 18;

/** Metro's names of functions in one source: `x_facebook_sources[source][0]`, each from its begin on. */
export class FunctionMap {
  readonly #begins: readonly Begin[];

  constructor(metadata: unknown) {
    const map: unknown = Array.isArray(metadata) ? metadata[0] : undefined;
    this.#begins = beginsOf(textField(map, 'mappings'), listField(map, 'names'));
  }

  /** '' if unknown. @param line from 0 @param column from 0 */
  nameAt(line: number, column: number): string {
    let [from, to] = [0, this.#begins.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const begin = this.#begins[middle];
      if (begin !== undefined && (begin.line - line || begin.column - column) <= 0) from = middle + 1;
      else to = middle;
    }
    return this.#begins[from - 1]?.name ?? '';
  }
}

/** Fields are column, name and line, each as a difference; a `;` starts the columns of the next line. */
function beginsOf(mappings: string, names: readonly unknown[]): readonly Begin[] {
  const reader = new VlqReader(mappings);
  const begins: Begin[] = [];
  let [line, column, index] = [0, 0, 0];
  while (!reader.isDone && !reader.isDamaged && begins.length < MOST_BEGINS) {
    if (reader.skip(';')) {
      column = 0;
      continue;
    }
    if (reader.skip(',')) continue;
    const columnDelta = reader.next();
    if (columnDelta === undefined) continue;
    column += columnDelta;
    index += reader.next() ?? 0;
    line += reader.next() ?? 0;
    const name = names[index];
    begins.push({ line, column, name: typeof name === 'string' ? name : '' });
  }
  return begins;
}
