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

/** Each takes a source without texts and comments, and finds tests that a run leaves out in silence. */
const silent: readonly RegExp[] = [
  /\b(?:test|it|describe|suite)\.(?:skip|todo|only)\b/g,
  /\b(?:todo|only)\s*:/g,
  /[{,]\s*skip\s*(?=[,}])/g,
  // Other functions may have an option of this name: only that of a test counts.
  /\b(?:test|it|describe|suite)\(\s*(?:''|`[^`]*`|\w+)\s*,\s*\{(?:[^{}]*,)?\s*(?:todo|only)\s*(?=[,}])/g,
  /\bskip\s*:(?!\s*(?:''|`|\w*(?:[Rr]efusal|[Rr]eason)\s*[,}]))/g,
  /\.(?:skip|todo)\(\s*\)/g,
];

/** `path: code` of each test that a run would leave out without a reason. A reason is a text, or a variable named so (`refusal`). */
export function leftOutInSilence(file: SourceFile): readonly string[] {
  const { code } = partsOf(file);
  return silent.flatMap((pattern) => [...code.matchAll(pattern)].map(([found]) => `${file.path}: ${found.replaceAll(/\s+/g, ' ').trim()}`));
}

/** Files with tests, and parts of such files. */
export function hasTests({ path, lines }: SourceFile): boolean {
  return path.endsWith('.test.ts') || (path.endsWith('.ts') && lines.some((line) => line.endsWith("from 'node:test';")));
}
