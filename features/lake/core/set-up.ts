import { type ColumnType, columnsOf, type LakeTable, partitionColumns } from './tables.ts';

/** Tables that the ready questions read. */
export const questionTables: readonly LakeTable[] = ['sessions', 'lags', 'groups'];

/** Statements that name what counts of these tables' stored rows; the same for DuckDB and Spark. */
export function lakeViews(tables: readonly LakeTable[] = questionTables): readonly string[] {
  return tables.map((table) =>
    table === 'sessions'
      ? `CREATE TEMPORARY VIEW sessions AS SELECT s.* FROM stored_sessions s
  JOIN (SELECT session, max(part) AS part FROM stored_sessions GROUP BY session) p ON p.session = s.session AND p.part = s.part`
      : `CREATE TEMPORARY VIEW ${table} AS SELECT t.* FROM stored_${table} t
  WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.session = t.session AND s.part = t.part)`,
  );
}

/** Spark SQL for a lake's stored rows, without guesses at types and without reading all files' ends. */
export function sparkTables(lake: string, tables: readonly LakeTable[] = questionTables): readonly string[] {
  return tables.map((table) => {
    const columns = columnsOf(table).map(([name, type]) => `${name} ${sparkTypes[type]}`);
    const places = partitionColumns.map((name) => `${name} STRING`);
    return `CREATE TEMPORARY VIEW stored_${table} (\n${lines([...columns, ...places])})\n  USING parquet OPTIONS (path '${lake}/${table}')`;
  });
}

/** DuckDB's SQL for the stored rows of a lake in a folder. */
export function duckDbTables(lake: string, tables: readonly LakeTable[] = questionTables): readonly string[] {
  const types = partitionColumns.map((name) => `${name}: VARCHAR`).join(', ');
  return tables.map(
    (table) => `CREATE TEMPORARY VIEW stored_${table} AS SELECT * FROM read_parquet('${lake}/${table}/*/*/*/*.parquet',
  union_by_name = true, hive_partitioning = true, hive_types = {${types}})`,
  );
}

const sparkTypes: Readonly<Record<ColumnType, string>> = { text: 'STRING', integer: 'BIGINT', real: 'DOUBLE', flag: 'BOOLEAN' };
const LINE = 110;

function lines(words: readonly string[]): string {
  let text = ' ';
  let length = 1;
  for (const [at, word] of words.entries()) {
    const next = ` ${word}${at < words.length - 1 ? ',' : ''}`;
    if (length + next.length > LINE) {
      text += '\n ';
      length = 1;
    }
    text += next;
    length += next.length;
  }
  return text;
}
