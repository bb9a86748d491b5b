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

/** Words of comments, without their marks and tags. */
export function wordsIn(comments: readonly string[]): number {
  return comments.reduce((sum, comment) => sum + (comment.match(/[A-Za-z][\w’'-]*/g)?.length ?? 0), 0);
}
