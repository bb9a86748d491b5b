import { type ColumnType, columnsOf, type LakeTable, type lakeTables } from './tables.ts';

interface ValueOf {
  readonly text: string;
  readonly integer: number;
  readonly real: number;
  readonly flag: boolean;
}

export type LakeValue = ValueOf[ColumnType] | null;

type Origin = 'session' | 'part';

/** One row without the columns that all rows of a session share. */
export type LakeRow<T extends LakeTable> = {
  readonly [Name in Exclude<keyof (typeof lakeTables)[T], Origin>]: (typeof lakeTables)[T][Name] extends readonly [
    infer Type extends ColumnType,
    string,
  ]
    ? ValueOf[Type] | null
    : never;
};

/** Rows of one table by column, in the schema's order. */
export class TableRows<T extends LakeTable> {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly values: LakeValue[] }[];
  readonly #origin: ReadonlyMap<string, string>;
  length = 0;

  constructor(table: T, session: string, part: string) {
    this.columns = columnsOf(table).map(([name, type]) => ({ name, type, values: [] }));
    this.#origin = new Map([
      ['session', session],
      ['part', part],
    ]);
  }

  add(row: LakeRow<T>): void {
    const values = new Map<string, LakeValue>(Object.entries(row));
    for (const column of this.columns) column.values.push(this.#origin.get(column.name) ?? values.get(column.name) ?? null);
    this.length++;
  }
}
