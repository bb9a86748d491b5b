import { WordReader } from './parse-word.ts';
import { type Action, type Case, type Command, type Pipeline, type Redirect, type Script, SyntaxFailure, type Word } from './script.ts';
import { ScriptText } from './script-text.ts';

/** Grammar of mksh, without functions, here-documents, `[[`, backquotes and jobs. @throws SyntaxFailure */
export function parseScript(line: string): Script {
  const text = new ScriptText(line);
  const script = new Parser(text).script([]);
  if (!text.isOver) throw text.unexpected();
  return script;
}

const NAME = /^[A-Za-z_]\w*/;
const RESERVED = /^(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|;;|[)}])(?=[\s;&|()<>]|$)/;
const BREAKS = /[ \t\n]/;

class Parser {
  readonly #text: ScriptText;
  readonly #words: WordReader;

  constructor(text: ScriptText) {
    this.#text = text;
    this.#words = new WordReader(text, (inner, closing) => new Parser(inner).script([closing]));
  }

  /** @param closing words and signs that end this script; the caller takes them */
  script(closing: readonly string[]): Script {
    const parts: { after: ';' | '&&' | '||'; pipeline: Pipeline }[] = [];
    const text = this.#text;
    let after: ';' | '&&' | '||' = ';';
    for (;;) {
      text.skipBlanks(BREAKS);
      if (text.isOver) return parts;
      const reserved = text.peek(')') ? ')' : text.match(RESERVED)?.[0];
      if (reserved !== undefined && closing.includes(reserved)) return parts;
      parts.push({ after, pipeline: this.#pipeline() });
      text.skipBlanks();
      if (text.take('&&')) after = '&&';
      else if (text.take('||')) after = '||';
      else if (text.peek(';;')) return parts;
      else if (text.take(';') || text.take('\n')) after = ';';
      else return parts;
    }
  }

  #pipeline(): Pipeline {
    const text = this.#text;
    const negated = text.takeMatch(/^![ \t]/) !== null;
    const commands = [this.#command()];
    for (;;) {
      text.skipBlanks();
      if (text.peek('||') || !text.take('|')) return { negated, commands };
      text.skip(BREAKS);
      commands.push(this.#command());
    }
  }

  #command(): Command {
    const text = this.#text;
    text.skipBlanks();
    const action = this.#compound();
    if (action === undefined) return this.#simple();
    const redirects: Redirect[] = [];
    for (;;) {
      text.skipBlanks();
      const redirect = this.#redirect();
      if (!redirect) return { action, redirects };
      redirects.push(redirect);
    }
  }

  #compound(): Action | undefined {
    const text = this.#text;
    if (text.take('(')) return { kind: 'subshell', script: this.#closed('(', ')') };
    if (text.takeMatch(/^\{(?=[ \t\n])/)) return { kind: 'group', script: this.#closed('{', '}') };
    switch (text.match(RESERVED)?.[0]) {
      case undefined:
        return undefined;
      case 'if':
        return this.#choice();
      case 'for':
        return this.#forEach();
      case 'while':
        return this.#loop('while');
      case 'until':
        return this.#loop('until');
      case 'case':
        return this.#case();
      default:
        throw text.unexpected();
    }
  }

  #closed(opening: string, closing: string): Script {
    const script = this.script([closing]);
    if (!this.#text.take(closing)) throw unmatched(opening);
    return script;
  }

  #choice(): Action {
    const branches: { condition: Script; body: Script }[] = [];
    const text = this.#text;
    while (text.take('if') || text.take('elif')) {
      const condition = this.#part(['then'], 'if');
      text.take('then');
      branches.push({ condition, body: this.#part(['elif', 'else', 'fi'], 'if') });
    }
    const otherwise = text.take('else') ? this.#part(['fi'], 'if') : [];
    text.take('fi');
    return { kind: 'if', branches, otherwise };
  }

  #loop(kind: 'while' | 'until'): Action {
    this.#text.take(kind);
    const condition = this.#part(['do'], kind);
    return { kind, condition, body: this.#body(kind) };
  }

  #forEach(): Action {
    const text = this.#text;
    text.take('for');
    text.skipBlanks();
    const name = text.takeMatch(NAME)?.[0];
    if (name === undefined) throw text.unexpected();
    text.skipBlanks(BREAKS);
    const words: Word[] = [];
    if (text.take('in')) words.push(...this.#wordsOfLine());
    text.skip(/[ \t\n;]/);
    return { kind: 'for', name, words, body: this.#body('for') };
  }

  #body(opening: string): Script {
    if (!this.#text.take('do')) throw this.#text.isOver ? unmatched(opening) : this.#text.unexpected();
    const body = this.#part(['done'], 'do');
    this.#text.take('done');
    return body;
  }

  #case(): Case {
    const text = this.#text;
    text.take('case');
    text.skipBlanks();
    const word = this.#words.word();
    text.skipBlanks(BREAKS);
    if (!text.take('in')) throw text.unexpected();
    const arms: { patterns: Word[]; body: Script }[] = [];
    for (;;) {
      text.skipBlanks(BREAKS);
      if (text.takeMatch(/^esac\b/)) return { kind: 'case', word, arms };
      text.take('(');
      const patterns: Word[] = [];
      do {
        text.skipBlanks();
        patterns.push(this.#words.word());
        text.skipBlanks();
      } while (text.take('|'));
      if (!text.take(')')) throw text.isOver ? unmatched('case') : text.unexpected();
      arms.push({ patterns, body: this.#part([';;', 'esac'], 'case') });
      text.take(';;');
    }
  }

  /** A script that has to be closed, and is closed by one of these. */
  #part(closing: readonly string[], opening: string): Script {
    const script = this.script(closing);
    if (this.#text.isOver) throw unmatched(opening);
    if (!closing.some((each) => this.#text.peek(each))) throw this.#text.unexpected();
    return script;
  }

  #wordsOfLine(): readonly Word[] {
    const words: Word[] = [];
    for (;;) {
      this.#text.skipBlanks();
      const word = this.#words.word();
      if (word.length === 0) return words;
      words.push(word);
    }
  }

  #simple(): Command {
    const text = this.#text;
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      text.skipBlanks();
      const redirect = this.#redirect();
      if (redirect) {
        redirects.push(redirect);
        continue;
      }
      const name = words.length === 0 ? text.takeMatch(/^[A-Za-z_]\w*=/)?.[0].slice(0, -1) : undefined;
      if (name !== undefined) {
        assignments.push({ name, value: this.#words.word() });
        continue;
      }
      const word = this.#words.word();
      if (word.length === 0) break;
      words.push(word);
    }
    if (words.length === 0 && assignments.length === 0 && redirects.length === 0) throw text.unexpected();
    return { action: { kind: 'simple', assignments, words }, redirects };
  }

  #redirect(): Redirect | undefined {
    const match = this.#text.takeMatch(/^([012]?)(>&|>>|>|<)/);
    if (!match) return undefined;
    const kind = match[2] === '<' || match[2] === '>>' || match[2] === '>&' ? match[2] : '>';
    this.#text.skipBlanks();
    const target = this.#words.word();
    if (target.length === 0) throw this.#text.unexpected();
    return { fd: match[1] ? Number(match[1]) : kind === '<' ? 0 : 1, kind, target };
  }
}

function unmatched(opening: string): SyntaxFailure {
  return new SyntaxFailure(`syntax error: unmatched '${opening}'`);
}
