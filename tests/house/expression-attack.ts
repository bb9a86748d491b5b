import { createContext, Script } from 'node:vm';
import type { SourceFile } from './project-sources.ts';
import { tokens } from './source-parts.ts';

/** Letters of an attack's text. */
const LETTERS = 100_000;
/** A pass over the text takes some ms; an expression that begins again at each letter takes many seconds. */
const LONGEST_MS = 1_500;
/** For all texts: most expressions take less. */
const TOGETHER_MS = 300;
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
const search = new Script('for (const text of texts) { expression.lastIndex = 0; expression.test(text); }');

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
  // Setting a limit costs more than most searches, so all texts share one first.
  if (endsIn(TOGETHER_MS, expression, texts)) return undefined;
  // A machine that stood still gets a second chance.
  return pumps.find((_, at) => ![1, 2].some(() => endsIn(LONGEST_MS, expression, texts.slice(at, at + 1))));
}

/** V8 ends an expression's searches at a context's time limit. */
function endsIn(timeout: number, expression: RegExp, searched: readonly string[]): boolean {
  try {
    Object.assign(context, { expression, texts: searched });
    search.runInContext(context, { timeout });
    return true;
  } catch {
    return false;
  }
}
