/** A word of a command line before its expansion. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  | { readonly kind: 'output'; readonly script: Script; readonly quoted: boolean };
export type Word = readonly Segment[];

export interface Redirect {
  /** 0 standard input, 1 standard output, 2 standard error. */
  readonly fd: number;
  /** Read, replace, append, or another descriptor (`2>&1`). */
  readonly kind: '<' | '>' | '>>' | '>&';
  readonly target: Word;
}

export type SimpleCommand = {
  readonly kind: 'simple';
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
};
export type Command =
  | SimpleCommand
  /** `( … )`, a subshell, and `{ …; }`. */
  | { readonly kind: 'subshell' | 'group'; readonly script: Script; readonly redirects: readonly Redirect[] };
export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}
/** Pipelines with their operators. */
export type Script = readonly { readonly after: ';' | '&&' | '||'; readonly pipeline: Pipeline }[];

/** mksh's words for an unreadable line. */
export class SyntaxFailure extends Error {}

export function parseScript(text: string): Script {
  const parser = new Parser(text);
  const script = parser.script('');
  parser.expectEnd();
  return script;
}

const BLANK = /[ \t]/;
const WORD_END = /[ \t\n;&|<>()]/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param closing end of this script: nothing, `)` or `}` */
  script(closing: string): Script {
    const parts: { after: ';' | '&&' | '||'; pipeline: Pipeline }[] = [];
    let after: ';' | '&&' | '||' = ';';
    for (;;) {
      this.#skip(/[ \t\n;]/);
      if (this.#at >= this.#text.length || (closing !== '' && this.#peek(closing))) return parts;
      parts.push({ after, pipeline: this.#pipeline() });
      this.#skip(BLANK);
      if (this.#take('&&')) after = '&&';
      else if (this.#take('||')) after = '||';
      else if (this.#take(';') || this.#take('\n')) after = ';';
      else if (this.#take('&')) throw this.#unexpected('&');
      else return parts;
    }
  }

  expectEnd(): void {
    if (this.#at < this.#text.length) throw this.#unexpected(this.#text.charAt(this.#at));
  }

  #pipeline(): Pipeline {
    const negated = /^![ \t]/.test(this.#text.slice(this.#at));
    if (negated) this.#at++;
    const commands = [this.#command()];
    for (;;) {
      this.#skip(BLANK);
      if (this.#peek('||') || !this.#take('|')) return { negated, commands };
      this.#skip(/[ \t\n]/);
      commands.push(this.#command());
    }
  }

  #command(): Command {
    this.#skip(BLANK);
    if (this.#take('(')) return this.#group(')');
    if (/^\{[ \t\n]/.test(this.#text.slice(this.#at))) {
      this.#at++;
      return this.#group('}');
    }
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      this.#skip(BLANK);
      const redirect = this.#redirect();
      if (redirect) {
        redirects.push(redirect);
        continue;
      }
      const name = words.length === 0 ? NAME.exec(this.#text.slice(this.#at))?.[0] : undefined;
      if (name !== undefined && this.#text.charAt(this.#at + name.length) === '=') {
        this.#at += name.length + 1;
        assignments.push({ name, value: this.#word() });
        continue;
      }
      const word = this.#word();
      if (word.length === 0) break;
      words.push(word);
    }
    if (words.length === 0 && assignments.length === 0 && redirects.length === 0) throw this.#unexpected(this.#text.charAt(this.#at));
    return { kind: 'simple', assignments, words, redirects };
  }

  #group(closing: ')' | '}'): Command {
    const script = this.script(closing);
    if (!this.#take(closing)) throw new SyntaxFailure(`syntax error: unmatched '${closing === ')' ? '(' : '{'}'`);
    const redirects: Redirect[] = [];
    for (;;) {
      this.#skip(BLANK);
      const redirect = this.#redirect();
      if (!redirect) return { kind: closing === ')' ? 'subshell' : 'group', script, redirects };
      redirects.push(redirect);
    }
  }

  #redirect(): Redirect | undefined {
    const match = /^([012]?)(>&|>>|>|<)/.exec(this.#text.slice(this.#at));
    if (!match) return undefined;
    this.#at += match[0].length;
    const kind = match[2] === '<' || match[2] === '>>' || match[2] === '>&' ? match[2] : '>';
    this.#skip(BLANK);
    const target = this.#word();
    if (target.length === 0) throw this.#unexpected(this.#text.charAt(this.#at));
    return { fd: match[1] ? Number(match[1]) : kind === '<' ? 0 : 1, kind, target };
  }

  #word(): Word {
    const segments: Segment[] = [];
    while (this.#at < this.#text.length && !WORD_END.test(this.#text.charAt(this.#at))) {
      const char = this.#text.charAt(this.#at);
      if (char === "'") {
        const end = this.#text.indexOf("'", this.#at + 1);
        if (end < 0) throw new SyntaxFailure('no closing quote');
        segments.push({ kind: 'text', text: this.#text.slice(this.#at + 1, end), quoted: true });
        this.#at = end + 1;
      } else if (char === '"') this.#doubleQuoted(segments);
      else if (char === '$') segments.push(this.#dollar(false));
      else if (char === '\\') {
        segments.push({ kind: 'text', text: this.#text.charAt(this.#at + 1), quoted: true });
        this.#at += 2;
      } else {
        segments.push({ kind: 'text', text: char, quoted: false });
        this.#at++;
      }
    }
    return segments;
  }

  #doubleQuoted(segments: Segment[]): void {
    this.#at++;
    let text = '';
    segments.push({ kind: 'text', text: '', quoted: true });
    for (;;) {
      if (this.#at >= this.#text.length) throw new SyntaxFailure('no closing quote');
      const char = this.#text.charAt(this.#at);
      if (char === '"') break;
      if (char === '$') {
        segments.push({ kind: 'text', text, quoted: true }, this.#dollar(true));
        text = '';
      } else if (char === '\\' && '"\\$`'.includes(this.#text.charAt(this.#at + 1))) {
        text += this.#text.charAt(this.#at + 1);
        this.#at += 2;
      } else {
        text += char;
        this.#at++;
      }
    }
    segments.push({ kind: 'text', text, quoted: true });
    this.#at++;
  }

  #dollar(quoted: boolean): Segment {
    this.#at++;
    if (this.#take('(')) {
      const script = this.script(')');
      if (!this.#take(')')) throw new SyntaxFailure("syntax error: unmatched '('");
      return { kind: 'output', script, quoted };
    }
    const match = /^(?:\{([A-Za-z_][A-Za-z0-9_]*|[?$#0-9])\}|([A-Za-z_][A-Za-z0-9_]*|[?$#0-9]))/.exec(this.#text.slice(this.#at));
    if (!match) return { kind: 'text', text: '$', quoted: true };
    this.#at += match[0].length;
    return { kind: 'variable', name: match[1] ?? match[2] ?? '', quoted };
  }

  #skip(chars: RegExp): void {
    while (this.#at < this.#text.length && chars.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #peek(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#at += text.length;
    return true;
  }

  #unexpected(char: string): SyntaxFailure {
    return new SyntaxFailure(`syntax error: unexpected '${char || 'EOF'}'`);
  }
}
