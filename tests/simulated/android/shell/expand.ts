import { posix } from 'node:path';
import { evaluate } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import { literalSource, patternSource, trimmed } from './pattern.ts';
import type { Change, Script, Segment, Word } from './script.ts';
import type { ShellSession } from './shell-session.ts';

/** The output of a script, for `$(…)`. */
export type OutputOf = (script: Script) => Promise<string>;

/** A word as one string, as in assignments and redirects, without splitting or file names. */
export async function expandToOne(word: Word, session: ShellSession, outputOf: OutputOf): Promise<string> {
  let text = '';
  for (const segment of word) text += await textOf(segment, session, outputOf);
  return text;
}

/** A word as a pattern; what is quoted stands for itself. */
export async function expandToPattern(word: Word, session: ShellSession, outputOf: OutputOf): Promise<string> {
  let source = '';
  let plain = '';
  for (const segment of word) {
    const text = await textOf(segment, session, outputOf);
    if (!segment.quoted) plain += text;
    else {
      source += patternSource(plain) + literalSource(text);
      plain = '';
    }
  }
  return source + patternSource(plain);
}

/** Words as mksh passes them: braces, variables and outputs expanded and split at blanks, `*` and `?` matched with files. */
export async function expandWords(words: readonly Word[], session: ShellSession, outputOf: OutputOf): Promise<string[]> {
  const expanded: string[] = [];
  for (const word of words.flatMap(expandBraces)) {
    let fields: { text: string; pattern: string; magic: boolean }[] = [];
    for (const segment of word) {
      const value = await textOf(segment, session, outputOf);
      const pieces = segment.kind === 'text' || segment.quoted ? [value] : value.split(/[ \t\n]+/);
      pieces.forEach((piece, index) => {
        const last = index === 0 ? fields.pop() : undefined;
        const magic = !segment.quoted && /[*?]/.test(piece);
        fields.push({
          text: (last?.text ?? '') + piece,
          pattern: (last?.pattern ?? '') + (segment.quoted ? literalSource(piece) : patternSource(piece)),
          magic: (last?.magic ?? false) || magic,
        });
      });
    }
    const literal = word.some((segment) => segment.kind === 'text' || segment.quoted);
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
      return segment.change === undefined
        ? (textOfVariable(segment.name, session) ?? '')
        : changed(segment.name, segment.change, session, outputOf);
    case 'output':
      return (await outputOf(segment.script)).replace(/\n+$/, '');
    case 'sum':
      return String(evaluate(await expandToOne(segment.expression, session, outputOf), (name) => textOfVariable(name, session) ?? ''));
  }
}

function textOfVariable(name: string, session: ShellSession): string | undefined {
  if (name === '?') return String(session.status);
  if (name === '$') return '4242';
  if (name === '0') return session.name;
  return session.variables.get(name);
}

async function changed(name: string, { operator, operand }: Change, session: ShellSession, outputOf: OutputOf): Promise<string> {
  const value = textOfVariable(name, session);
  const isThere = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
  switch (operator) {
    case 'length':
      return String(value?.length ?? 0);
    case '%':
    case '%%':
    case '#':
    case '##':
      return trimmed(value ?? '', operator, await expandToPattern(operand, session, outputOf));
    case ':+':
    case '+':
      return isThere ? expandToOne(operand, session, outputOf) : '';
    default: {
      if (isThere) return value ?? '';
      const text = await expandToOne(operand, session, outputOf);
      if (operator.endsWith('=')) session.variables.set(name, text);
      return text;
    }
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
