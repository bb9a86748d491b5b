import { lakeQuestions } from './questions.ts';
import { duckDbTables, lakeViews, sparkTables } from './set-up.ts';
import { columnsOf, lakeTables, tableNames } from './tables.ts';

/** The documents' statements that set an engine up, in Markdown; `fleet` is the lake's folder. */
export function lakeSetUp(): string {
  const chapter = (title: string, statements: readonly string[]): string =>
    [`### ${title}`, '', '```sql', ...statements.map((each) => `${each};`), '```'].join('\n');
  return [
    chapter('Stored rows in Spark', sparkTables('fleet')),
    chapter('Stored rows in DuckDB', duckDbTables('fleet')),
    chapter('Rows that count, in both', lakeViews()),
  ].join('\n\n');
}

/** The documents' tables of columns and questions, in Markdown. */
export function lakeSchema(): string {
  const tables = tableNames.toReversed().map((table) => {
    const about: Readonly<Record<string, readonly [string, string]>> = lakeTables[table];
    const rows = columnsOf(table).map(([name, type]) => `| ${name} | ${type} | ${about[name]?.[1] ?? ''} |`);
    return [`### ${table}`, '', '| column | type | content |', '|---|---|---|', ...rows].join('\n');
  });
  const questions = lakeQuestions.map(({ name, reading }) => `| \`${name}\` | ${reading} |`);
  return [...tables, ['### Ready questions', '', '| name | reading |', '|---|---|', ...questions].join('\n')].join('\n\n');
}
