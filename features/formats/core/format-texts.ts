import { type Format, formats } from './formats.ts';

/** For the command line's usage. */
export function formatLines(): string {
  const rows = [`    laglens: a session (.laglens)`];
  for (const format of formats)
    rows.push(...wrapped(`    ${format.id}: ${format.label} (${format.endings.join(', ')})${directionNote(format)}`));
  return rows.join('\n');
}

/** For terminals of 100 columns. */
function wrapped(line: string): readonly string[] {
  if (line.length <= 100) return [line];
  const at = line.lastIndexOf(' ', 100);
  return [line.slice(0, at), `      ${line.slice(at + 1)}`];
}

function directionNote({ reading, writing }: Format): string {
  if (reading !== undefined && writing !== undefined) return '';
  return reading === undefined ? ', only written' : ', only read';
}

/** The table of docs/formats.md. */
export function formatTable(): string {
  const rows = formats.map(
    ({ id, label, endings, reading, writing }) =>
      `| ${label} | \`${id}\` | ${endings.map((ending) => `\`${ending}\``).join(' ')} | ${lostText(reading)} | ${lostText(writing)} |`,
  );
  return ['| format | `--to` | endings | reading loses | writing loses |', '|---|---|---|---|---|', ...rows].join('\n');
}

function lostText(direction: { readonly lost: string } | undefined): string {
  return direction?.lost ?? '(no)';
}
