import { posix } from 'node:path';
import type { Script, Segment, Word } from './script.ts';
import type { ShellSession } from './shell-session.ts';

/** The output of a script, for `$(…)`. */
export type OutputOf = (script: Script) => Promise<string>;

/** A word as one string, as in assignments and redirects, without splitting or file names. */
export async function expandToOne(word: Word, session: ShellSession, outputOf: OutputOf): Promise<string> {
  let text = '';
  for (const segment of word) text += await textOf(segment, session, outputOf);
  return text;
}

/** Words as mksh passes them: variables and outputs expanded and split at blanks, `*` and `?` matched with files. */
export async function expandWords(words: readonly Word[], session: ShellSession, outputOf: OutputOf): Promise<string[]> {
  const expanded: string[] = [];
  for (const word of words) {
    let fields: { text: string; pattern: string; magic: boolean }[] = [];
    for (const segment of word) {
      const value = await textOf(segment, session, outputOf);
      const pieces = segment.kind === 'text' || segment.quoted ? [value] : value.split(/[ \t\n]+/);
      pieces.forEach((piece, index) => {
        const last = index === 0 ? fields.pop() : undefined;
        const magic = !segment.quoted && /[*?]/.test(piece);
        fields.push({
          text: (last?.text ?? '') + piece,
          pattern: (last?.pattern ?? '') + (segment.quoted ? escapeForPattern(piece) : asPattern(piece)),
          magic: (last?.magic ?? false) || magic,
        });
      });
    }
    const literal = word.some((segment) => segment.kind === 'text');
    fields = fields.filter((field) => field.text !== '' || literal);
    for (const field of fields) expanded.push(...(field.magic ? matchFiles(field.pattern, field.text, session) : [field.text]));
  }
  return expanded;
}

async function textOf(segment: Segment, session: ShellSession, outputOf: OutputOf): Promise<string> {
  switch (segment.kind) {
    case 'text':
      return segment.text;
    case 'variable':
      if (segment.name === '?') return String(session.status);
      if (segment.name === '$') return '4242';
      return session.variables.get(segment.name) ?? '';
    case 'output':
      return (await outputOf(segment.script)).replace(/\n+$/, '');
  }
}

/** Only a path's last part may hold `*` and `?`, as hosts use them. Without a match the word stays. */
function matchFiles(pattern: string, text: string, session: ShellSession): string[] {
  const slash = text.lastIndexOf('/');
  const folder = text.slice(0, slash + 1);
  const last = new RegExp(`^${pattern.slice(pattern.lastIndexOf('/') + 1)}$`);
  const names = session.phone.files.namesIn(posix.resolve(session.cwd, folder || '.'), session.actor) ?? [];
  const matches = names.filter((name) => !name.startsWith('.') && last.test(name)).sort();
  return matches.length > 0 ? matches.map((name) => folder + name) : [text];
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function asPattern(text: string): string {
  return text
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : escapeForPattern(part)))
    .join('');
}
