import { field, isObject, listField, textField } from '../../../core/text/json-fields.ts';
import type { DuckDbConnection } from './duckdb.ts';
import { quoted } from './lake-files.ts';

/** They make rows of their arguments alone. Others read files, change settings or write: `enable_logging`, `checkpoint`, `query`. */
const allowed: ReadonlySet<string> = new Set(['range', 'generate_series', 'unnest', 'repeat']);

/**
 * Refuses statements with another table function, wherever it stands, by the engine's own parser.
 * @throws Error with a sentence; also for statements that are no SELECT
 */
export async function requireAllowedFunctions(connection: DuckDbConnection, sql: string): Promise<void> {
  const rows = (await connection.runAndReadAll(`SELECT json_serialize_sql(${quoted(sql)})`)).getRowsJson();
  const tree: unknown = JSON.parse(String(rows[0]?.[0]));
  if (field(tree, 'error') !== false || listField(tree, 'statements').length !== 1)
    throw new Error('One SELECT is needed, and nothing else.');
  // Without recursion: the nesting is the outside's choice.
  const open: unknown[] = [tree];
  for (let node = open.pop(); open.length > 0 || node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) open.push(...node.filter((each) => each !== undefined));
    if (!isObject(node)) continue;
    if (textField(node, 'type') === 'TABLE_FUNCTION') requireAllowed(textField(field(node, 'function'), 'function_name'));
    for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) open.push(value);
  }
}

function requireAllowed(name: string): void {
  if (allowed.has(name.toLowerCase())) return;
  throw new Error(`The table function ${name || '(unnamed)'} is not for lakes: only ${[...allowed].join(', ')} are.`);
}
