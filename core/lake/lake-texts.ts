import { lakeQuestions } from './questions.ts';
import { columnsOf, lakeTables, tableNames } from './tables.ts';

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
