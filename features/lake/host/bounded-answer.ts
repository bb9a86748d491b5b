import type { Answer } from '../core/answer.ts';
import type { DuckDbConnection, DuckDbStatement } from './duckdb.ts';

export interface BoundedAnswer extends Answer {
  /** Rows or letters beyond the limits were left out. */
  readonly isCut: boolean;
}

/** Letters of a cell; a crafted lake may hold longer ones. */
const MOST_CELL_LETTERS = 65_536;
/** Letters of an answer, as JSON. */
const MOST_LETTERS = 64 << 20;
/** Semicolons at which a statement may end; further ones stand in comments. */
const MOST_TRIES = 20;
/** The engine's number of a statement that only reads. */
const SELECT = 1;

/**
 * Runs one SELECT. Rows and letters are counted as they come.
 * @throws Error of the engine, which points at the word
 */
export async function boundedAnswer(connection: DuckDbConnection, sql: string, mostRows: number): Promise<BoundedAnswer> {
  const statements = await connection.extractStatements(sql);
  const statement = statements.count === 1 ? await statements.prepare(0) : undefined;
  if (statement?.statementType !== SELECT) throw new Error('One SELECT is needed, and nothing else.');
  const columns = Array.from({ length: statement.columnCount }, (_, at) => statement.columnName(at));
  const isText = columns.map((_, at) => String(statement.columnType(at)) === 'VARCHAR');
  const shortened = isText.includes(true) ? await prepareShort(connection, sql, isText) : statement;
  const rows: (readonly unknown[])[] = [];
  let letters = 0;
  for await (const some of (await shortened.stream()).yieldRowsJson()) {
    for (const row of some) {
      letters += row.reduce<number>((sum, value) => sum + lettersOf(value), 0);
      if (rows.length === mostRows || letters > MOST_LETTERS) return { columns, rows, isCut: true };
      rows.push(row);
    }
  }
  return { columns, rows, isCut: false };
}

/** The statement ends at one of its last semicolons, which comments may follow; the engine's parser knows at which. */
async function prepareShort(connection: DuckDbConnection, sql: string, isText: readonly boolean[]): Promise<DuckDbStatement> {
  let failure: unknown;
  for (let end = sql.length, tries = 0; end >= 0 && tries < MOST_TRIES; end = end === 0 ? -1 : sql.lastIndexOf(';', end - 1), tries++) {
    try {
      return await (await connection.extractStatements(withShortTexts(sql.slice(0, end), isText))).prepare(0);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** The engine cuts texts before they are copied into this process. A comment may end the given text. */
function withShortTexts(sql: string, isText: readonly boolean[]): string {
  const names = isText.map((_, at) => `c${at}`);
  const cells = isText.map((text, at) => (text ? `left(c${at}, ${MOST_CELL_LETTERS})` : `c${at}`));
  return `SELECT ${cells.join(', ')} FROM (${sql}\n) AS answer(${names.join(', ')})`;
}

function lettersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 8;
}
