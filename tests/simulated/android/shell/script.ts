/** A part of a word before its expansion. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly change?: Change; readonly quoted: boolean }
  | { readonly kind: 'output'; readonly script: Script; readonly quoted: boolean }
  /** `$((…))`, its variables to be expanded first. */
  | { readonly kind: 'sum'; readonly expression: Word; readonly quoted: boolean };
export type Word = readonly Segment[];

/** `${name%pattern}` and the like; `length` is `${#name}`. */
export interface Change {
  readonly operator: 'length' | ':-' | '-' | ':=' | '=' | ':+' | '+' | '%' | '%%' | '#' | '##';
  readonly operand: Word;
}

export interface Redirect {
  /** 0 standard input, 1 standard output, 2 standard error. */
  readonly fd: number;
  /** Read, replace, append, or another descriptor (`2>&1`). */
  readonly kind: '<' | '>' | '>>' | '>&';
  readonly target: Word;
}

export interface SimpleCommand {
  readonly kind: 'simple';
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  readonly words: readonly Word[];
}

export interface Loop {
  readonly kind: 'while' | 'until';
  readonly condition: Script;
  readonly body: Script;
}

export interface Choice {
  readonly kind: 'if';
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
  readonly otherwise: Script;
}

export interface ForEach {
  readonly kind: 'for';
  readonly name: string;
  readonly words: readonly Word[];
  readonly body: Script;
}

export interface Case {
  readonly kind: 'case';
  readonly word: Word;
  readonly arms: readonly { readonly patterns: readonly Word[]; readonly body: Script }[];
}

export type Action =
  | SimpleCommand
  | Loop
  | Choice
  | ForEach
  | Case
  /** `( … )`, a subshell, and `{ …; }`. */
  | { readonly kind: 'subshell' | 'group'; readonly script: Script };
export interface Command {
  readonly action: Action;
  readonly redirects: readonly Redirect[];
}
export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}
/** Pipelines with their operators. */
export type Script = readonly { readonly after: ';' | '&&' | '||'; readonly pipeline: Pipeline }[];

/** mksh's words for an unreadable line. */
export class SyntaxFailure extends Error {}
