export type PatternProblem = 'unclosed' | 'nothingToRepeat' | 'unsupported' | 'tooLong';

export class PatternError extends Error {
  readonly problem: PatternProblem;
  readonly part: string;

  constructor(problem: PatternProblem, part: string) {
    super(`${problem}: ${part}`);
    this.problem = problem;
    this.part = part;
  }
}

export type Letters = (code: number) => boolean;

export type Assertion = 'begin' | 'end' | 'wordBorder' | 'noWordBorder';

export type Expression =
  | { readonly type: 'letter'; readonly is: Letters }
  | { readonly type: 'assertion'; readonly assertion: Assertion }
  | { readonly type: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly type: 'choice'; readonly parts: readonly Expression[] }
  /** `most` is undefined without an upper bound. */
  | { readonly type: 'repeat'; readonly of: Expression; readonly least: number; readonly most: number | undefined };

/** True when part of the expression is anchored at the text's begin. */
export function asksForBegin(expression: Expression): boolean {
  switch (expression.type) {
    case 'letter':
      return false;
    case 'assertion':
      return expression.assertion === 'begin';
    case 'repeat':
      return asksForBegin(expression.of);
    case 'sequence':
    case 'choice':
      return expression.parts.some(asksForBegin);
  }
}

const MOST_REPEATS = 50;
const DEEPEST_GROUPS = 20;

export function isWordLetter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

const isDigit: Letters = (code) => code >= 48 && code <= 57;
const isSpace: Letters = (code) => /\s/.test(String.fromCharCode(code));
const classes: Readonly<Record<string, Letters>> = {
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWordLetter,
  W: (code) => !isWordLetter(code),
  s: isSpace,
  S: (code) => !isSpace(code),
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };

/** Parses JavaScript's syntax. @throws PatternError */
export function parsedExpression(source: string, matchCase: boolean): Expression {
  return new Parser(source, matchCase).parse();
}

class Parser {
  readonly #source: string;
  readonly #matchCase: boolean;
  #at = 0;
  #groups = 0;

  constructor(source: string, matchCase: boolean) {
    this.#source = source;
    this.#matchCase = matchCase;
  }

  parse(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#source.length) throw new PatternError('unclosed', this.#source.slice(this.#at));
    return expression;
  }

  #choice(): Expression {
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'choice', parts };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#source.length && this.#next !== '|' && this.#next !== ')') parts.push(this.#repeated());
    return { type: 'sequence', parts };
  }

  #repeated(): Expression {
    const from = this.#at;
    const of = this.#atom();
    const times = this.#times();
    if (times === undefined) return of;
    if (of.type === 'assertion') throw new PatternError('nothingToRepeat', this.#source.slice(from, this.#at));
    // Lazy and greedy forms match the same names.
    this.#takes('?');
    if (this.#times() !== undefined) throw new PatternError('nothingToRepeat', this.#source.slice(from, this.#at));
    return { type: 'repeat', of, ...times };
  }

  #times(): { readonly least: number; readonly most: number | undefined } | undefined {
    if (this.#takes('*')) return { least: 0, most: undefined };
    if (this.#takes('+')) return { least: 1, most: undefined };
    if (this.#takes('?')) return { least: 0, most: 1 };
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(this.#source.slice(this.#at, this.#at + 20));
    if (counted === null) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    const most = counted[2] === undefined ? least : counted[3] === '' ? undefined : Number(counted[3]);
    if (least > MOST_REPEATS || (most ?? 0) > MOST_REPEATS || (most !== undefined && most < least)) {
      throw new PatternError('unsupported', counted[0]);
    }
    return { least, most };
  }

  #atom(): Expression {
    const from = this.#at;
    const letter = this.#take();
    switch (letter) {
      case '(':
        return this.#group(from);
      case '[':
        return { type: 'letter', is: this.#set(from) };
      case '.':
        return { type: 'letter', is: (code) => code !== 10 };
      case '^':
        return { type: 'assertion', assertion: 'begin' };
      case '$':
        return { type: 'assertion', assertion: 'end' };
      case '*':
      case '+':
      case '?':
        throw new PatternError('nothingToRepeat', letter);
      case '\\':
        return this.#escape(from);
      default:
        return this.#exactly(letter);
    }
  }

  #group(from: number): Expression {
    if (this.#next === '?' && !this.#source.startsWith('?:', this.#at)) {
      throw new PatternError('unsupported', this.#source.slice(from, from + 4));
    }
    if (this.#next === '?') this.#at += 2;
    if (++this.#groups > DEEPEST_GROUPS) throw new PatternError('tooLong', this.#source.slice(from));
    const inside = this.#choice();
    this.#groups--;
    if (!this.#takes(')')) throw new PatternError('unclosed', this.#source.slice(from));
    return inside;
  }

  #escape(from: number): Expression {
    if (this.#at >= this.#source.length) throw new PatternError('unclosed', '\\');
    const letter = this.#take();
    if (letter === 'b') return { type: 'assertion', assertion: 'wordBorder' };
    if (letter === 'B') return { type: 'assertion', assertion: 'noWordBorder' };
    const known = classes[letter];
    if (known !== undefined) return { type: 'letter', is: known };
    return this.#exactly(this.#escaped(letter, from));
  }

  #escaped(letter: string, from: number): string {
    const control = controls[letter];
    if (control !== undefined) return control;
    if (/[a-zA-Z0-9]/.test(letter)) throw new PatternError('unsupported', this.#source.slice(from, this.#at));
    return letter;
  }

  #set(from: number): Letters {
    const isNot = this.#takes('^');
    const parts: Letters[] = [];
    for (;;) {
      if (this.#at >= this.#source.length) throw new PatternError('unclosed', this.#source.slice(from));
      if (this.#takes(']')) break;
      parts.push(this.#setPart(from));
    }
    const isIn = this.#inAnyCase((code) => parts.some((is) => is(code)));
    return isNot ? (code) => !isIn(code) : isIn;
  }

  #setPart(from: number): Letters {
    const first = this.#setLetter(from);
    if (typeof first !== 'string') return first;
    const isRange = this.#next === '-' && this.#source[this.#at + 1] !== ']' && this.#at + 1 < this.#source.length;
    if (!isRange) return (code) => code === first.charCodeAt(0);
    this.#at++;
    const last = this.#setLetter(from);
    if (typeof last !== 'string' || last < first) throw new PatternError('unsupported', this.#source.slice(from, this.#at));
    return (code) => code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
  }

  #setLetter(from: number): string | Letters {
    const letter = this.#take();
    if (letter !== '\\') return letter;
    if (this.#at >= this.#source.length) throw new PatternError('unclosed', this.#source.slice(from));
    const escaped = this.#take();
    return classes[escaped] ?? (escaped === 'b' ? '\b' : this.#escaped(escaped, from));
  }

  #exactly(letter: string): Expression {
    const wanted = letter.charCodeAt(0);
    return { type: 'letter', is: this.#inAnyCase((code) => code === wanted) };
  }

  /** A negated set excludes both cases, so this is tested first. */
  #inAnyCase(is: Letters): Letters {
    return this.#matchCase ? is : (code) => is(code) || is(otherCase(code));
  }

  get #next(): string {
    return this.#source[this.#at] ?? '';
  }

  #take(): string {
    return this.#source[this.#at++] ?? '';
  }

  #takes(letter: string): boolean {
    if (this.#next !== letter) return false;
    this.#at++;
    return true;
  }
}

function otherCase(code: number): number {
  const letter = String.fromCharCode(code);
  const lower = letter.toLowerCase();
  return (lower === letter ? letter.toUpperCase() : lower).charCodeAt(0);
}
