import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../../../tests/host/run-command.ts';

const hashed = ['lags', 'groups', 'stacks', 'samples', 'facts', 'frames', 'sessions'].map(
  (table) => `SELECT session, '${table}' AS name, hash(each) AS h FROM (SELECT * EXCLUDE (part) FROM ${table}) each`,
);

/** Each session with the number and sum of its rows in all tables, whichever file they lie in. */
export async function wholeRows(folder: string, lake = 'fleet'): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT session, name, count(*) AS n, sum(h)::VARCHAR AS sum FROM (${hashed.join(' UNION ALL ')}) GROUP BY session, name ORDER BY session, name`;
  const { code, out, said } = await runCommand(['lake', 'query', lake, sql, '--json'], { folder });
  assert.equal(code, 0, said);
  const rows: readonly { readonly session: string }[] = JSON.parse(out);
  const sessions = new Map<string, string>();
  for (const row of rows) sessions.set(row.session, `${sessions.get(row.session) ?? ''}${JSON.stringify(row)}\n`);
  return sessions;
}

/** Relative names of all files below a folder, sorted. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
