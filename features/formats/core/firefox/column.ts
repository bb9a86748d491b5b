import { field, isObject, listField, numberField } from '../../../../core/text/json-fields.ts';

/** Values of a table's column: a list of its own, or a place in each row of raw profiles, which `schema` gives. */
export class Column {
  readonly #values: readonly unknown[];
  readonly #place: number | undefined;

  constructor(table: unknown, name: string) {
    const schema = field(table, 'schema');
    this.#place = numberField(schema, name);
    this.#values = !isObject(schema) ? listField(table, name) : this.#place === undefined ? [] : listField(table, 'data');
  }

  get length(): number {
    return this.#values.length;
  }

  /** Undefined for a row or value that is not there. */
  value(row: number | undefined): unknown {
    const value = row === undefined ? undefined : this.#values[row];
    if (this.#place === undefined) return value;
    // Rows end before columns without values.
    return Array.isArray(value) ? value[this.#place] : undefined;
  }

  /** Other values than numbers are undefined. */
  at(row: number | undefined): number | undefined {
    const value = this.value(row);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }
}

/** Times in milliseconds: as such, or each as the difference to the one before. */
export function timesOf(table: unknown): Column {
  if (field(table, 'timeDeltas') === undefined) return new Column(table, 'time');
  const deltas = new Column(table, 'timeDeltas');
  const time: number[] = [];
  let atMs = 0;
  for (let row = 0; row < deltas.length; row++) {
    atMs += deltas.at(row) ?? 0;
    time.push(atMs);
  }
  return new Column({ time }, 'time');
}

/** '' for a missing or other text. */
export function textAt(texts: readonly unknown[], index: number | undefined): string {
  const text = index === undefined ? undefined : texts[index];
  return typeof text === 'string' ? text : '';
}
