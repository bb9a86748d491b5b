/** A text in SQL. NUL would end the statement. */
export function textSql(text: string): string {
  return text
    .split('\0')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(0) || ');
}
