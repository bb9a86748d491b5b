import type { SourceFile } from './project-sources.ts';

/** A TypeScript source without its human text, and its comments. */
export interface SourceParts {
  /** With empty strings and without comments; a template keeps its expressions. */
  readonly code: string;
  readonly comments: readonly string[];
  /** Strings and templates of more than one word, as written. */
  readonly texts: readonly string[];
}

/** Strings, templates, regular expressions after a sign that ends no value, and both kinds of comments. */
export const tokens =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`(?:[^`\\]|\\.)*`|\{[^{}]*\})*\})*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=(?:[(,=>:[!&|?{};\n]|\breturn\s)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

export function partsOf({ lines }: SourceFile): SourceParts {
  const comments: string[] = [];
  const texts: string[] = [];
  const code = lines.join('\n').replace(tokens, (token) => {
    if (token.startsWith('/*') || token.startsWith('//')) {
      comments.push(token);
      return ' ';
    }
    if (token.startsWith('/')) return '/./';
    if (token.includes(' ')) texts.push(token.slice(1, -1));
    return token.startsWith('`') ? `\`${[...token.matchAll(/\$\{([^}]*)\}/g)].map(([, inner = '']) => `\${${inner}}`).join('')}\`` : "''";
  });
  return { code, comments, texts };
}

/** Strings, characters and both kinds of comments of C, Objective-C, assembler and Java. */
const nativeTokens = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** A source of C, Objective-C, assembler or Java without strings, and its comments. */
export function nativePartsOf({ lines }: SourceFile): Pick<SourceParts, 'code' | 'comments'> {
  const comments: string[] = [];
  const code = lines.join('\n').replace(nativeTokens, (token) => {
    if (token.startsWith('/')) comments.push(token);
    return ' ';
  });
  return { code, comments };
}

/** Titles of suites, tests and their steps, as written. */
export function titlesOf({ lines }: SourceFile): readonly string[] {
  const calls = /\b(?:test|suite|step|it|describe)\(\s*(?:\w+,\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
  return [...lines.join('\n').matchAll(calls)].map(([, single, double, template]) => single ?? double ?? template ?? '');
}

/** Words of comments, without their marks and tags. */
export function wordsIn(comments: readonly string[]): number {
  return comments.reduce((sum, comment) => sum + (comment.match(/[A-Za-z][\w’'-]*/g)?.length ?? 0), 0);
}
