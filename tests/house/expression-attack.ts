import { createContext, Script } from 'node:vm';
import type { SourceFile } from './project-sources.ts';
import { tokens } from './source-parts.ts';

/** Letters of an attack's text. */
const LETTERS = 100_000;
/** A pass over the text takes some ms; an expression that begins again at each letter takes many seconds. */
const LONGEST_MS = 1_500;
/** After them nothing fits, and no `$`. */
const END = '\u0001(\n\u0001';

/** Repeated beginnings: letters of each class, and pairs that join words in outside text. */
const pumps: readonly string[] = [
  ...'aAzZ0 19\t\n\r.:;,/\\()[]{}<>#$@-_+*|\'"=%&^~!?\0é—’',
  ...[
    'a.',
    'a/',
    'a ',
    'a:',
    'a,',
    'A.',
    '<a',
    '(a',
    '0.',
    '1,',
    '$a',
    'a$',
    'a-',
    ' \n',
    '\r\n',
    '. ',
    '[0',
    '()',
    '[]',
    '<>',
    '::',
    'a;',
  ],
];
const texts = pumps.map((pump) => pump.repeat(LETTERS / pump.length) + END);

const context = createContext({});
const search = new Script('expression.test(text)');

export interface WrittenExpression {
  /** `path:line: /source/flags` */
  readonly place: string;
  readonly expression: RegExp;
}

/** All regular expressions of a source, but those made of variables. */
export function expressionsOf({ path, lines }: SourceFile): readonly WrittenExpression[] {
  const text = lines.join('\n');
  return [...text.matchAll(tokens)].flatMap(({ 0: token, index }) => {
    if (!token.startsWith('/') || token.startsWith('//') || token.startsWith('/*')) return [];
    const end = token.lastIndexOf('/');
    const line = text.slice(0, index).split('\n').length;
    return [{ place: `${path}:${line}: ${token}`, expression: new RegExp(token.slice(1, end), token.slice(end + 1)) }];
  });
}

/** The repeated letters on which the work is not linear; undefined without any. */
export function weaknessOf(expression: RegExp): string | undefined {
  return pumps.find((_, at) => !endsInTime(expression, texts[at] ?? ''));
}

/** V8 ends an expression's search at a context's time limit. A machine that stood still gets a second chance. */
function endsInTime(expression: RegExp, text: string): boolean {
  return [1, 2].some(() => {
    try {
      Object.assign(context, { expression, text });
      expression.lastIndex = 0;
      search.runInContext(context, { timeout: LONGEST_MS });
      return true;
    } catch {
      return false;
    }
  });
}
