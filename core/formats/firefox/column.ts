import { field, listField } from '../import/json.ts';

/** Numbers of a table's column. Other values are undefined. */
export class Column {
  readonly #values: readonly unknown[];

  /** @param table with columns as lists */
  constructor(table: unknown, name: string) {
    this.#values = listField(table, name);
  }

  get length(): number {
    return this.#values.length;
  }

  at(row: number | undefined): number | undefined {
    const value = row === undefined ? undefined : this.#values[row];
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
