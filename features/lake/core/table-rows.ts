import { LakeColumn, type LakeValue } from './lake-column.ts';
import { type ColumnType, columnsOf, type LakeTable, type lakeTables, originColumns } from './tables.ts';

interface ValueOf {
  readonly text: string;
  readonly integer: number;
  readonly real: number;
  readonly flag: boolean;
}

/** One row without the columns that all rows of a session share. */
export type LakeRow<T extends LakeTable> = {
  readonly [Name in Exclude<keyof (typeof lakeTables)[T], (typeof originColumns)[number]>]: (typeof lakeTables)[T][Name] extends readonly [
    infer Type extends ColumnType,
    string,
  ]
    ? ValueOf[Type] | null
    : never;
};

/** Rows of one table by column, in the schema's order, without the columns that all rows of a session share. */
export class TableRows<T extends LakeTable> {
  readonly columns: readonly LakeColumn[];
  readonly #byName: ReadonlyMap<string, LakeColumn>;
  length = 0;

  constructor(table: T) {
    const origin: readonly string[] = originColumns;
    this.columns = columnsOf(table).flatMap(([name, type]) => (origin.includes(name) ? [] : [new LakeColumn(name, type)]));
    this.#byName = new Map(this.columns.map((column) => [column.name, column]));
  }

  add(row: LakeRow<T>): void {
    for (const [name, value] of Object.entries<LakeValue>(row)) this.#byName.get(name)?.push(value);
    this.length++;
  }
}
