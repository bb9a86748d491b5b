/** Quotes any word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function commandLine(...words: readonly string[]): string {
  return words.map(quote).join(' ');
}
