/** A word for a POSIX shell, whatever is in it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line from words; each is quoted. */
export function commandLine(...words: readonly string[]): string {
  return words.map(quote).join(' ');
}
