import { type Change, type Script, type Segment, SyntaxFailure, type Word } from './script.ts';
import type { ScriptText } from './script-text.ts';

/** Reads a script until the closing text, for `$(…)`. */
type ReadScript = (text: ScriptText, closing: string) => Script;

const WORD_END = /[ \t\n;&|<>()]/;
const PARAMETER = /^(?:[A-Za-z_]\w*|[?$#@*0-9])/;
const OPERATOR = /^(?::-|:=|:\+|%%|##|[-=+%#])/;
const operators = [':-', ':=', ':+', '%%', '##', '-', '=', '+', '%', '#'] as const;

/** Reads words with their quotes, variables and outputs. */
export class WordReader {
  readonly #text: ScriptText;
  readonly #script: ReadScript;

  constructor(text: ScriptText, script: ReadScript) {
    this.#text = text;
    this.#script = script;
  }

  /** No segments where no word begins. @param end what ends it */
  word(end = WORD_END): Word {
    const segments: Segment[] = [];
    const text = this.#text;
    while (!text.isOver && !end.test(text.char)) {
      if (text.take("'")) segments.push({ kind: 'text', text: text.takeUntil("'"), quoted: true });
      else if (text.take('"')) segments.push(...this.#quotedUntil('"'));
      else if (text.take('$')) segments.push(this.#dollar(false));
      else if (text.take('\\')) segments.push({ kind: 'text', text: text.next(), quoted: true });
      else segments.push({ kind: 'text', text: text.next(), quoted: false });
    }
    return segments;
  }

  /** A word in which only `$`, `\` and the end have a meaning. */
  #quotedUntil(end: string): Word {
    const segments: Segment[] = [];
    let plain = '';
    const text = this.#text;
    const add = (): unknown => segments.push({ kind: 'text', text: plain, quoted: true });
    while (!text.take(end)) {
      if (text.isOver) throw new SyntaxFailure('no closing quote');
      if (text.take('$')) {
        add();
        plain = '';
        segments.push(this.#dollar(true));
      } else if (text.char === '\\' && '"\\$`'.includes(text.following)) {
        text.next();
        plain += text.next();
      } else plain += text.next();
    }
    add();
    return segments;
  }

  #dollar(quoted: boolean): Segment {
    const text = this.#text;
    if (text.take('((')) return { kind: 'sum', expression: this.#sum(), quoted };
    if (text.take('(')) {
      const script = this.#script(text, ')');
      if (!text.take(')')) throw new SyntaxFailure("syntax error: unmatched '('");
      return { kind: 'output', script, quoted };
    }
    if (text.take('{')) return this.#braced(quoted);
    const name = text.takeMatch(PARAMETER)?.[0];
    return name === undefined ? { kind: 'text', text: '$', quoted: true } : { kind: 'variable', name, quoted };
  }

  #braced(quoted: boolean): Segment {
    const text = this.#text;
    const isLength = text.match(/^#[A-Za-z_]/) !== null && text.take('#');
    const name = text.takeMatch(PARAMETER)?.[0];
    if (name === undefined) throw new SyntaxFailure('bad substitution');
    const found = text.takeMatch(OPERATOR)?.[0];
    const operator = operators.find((each) => each === found);
    const operand = operator === undefined ? [] : this.word(/\}/);
    if (!text.take('}')) throw new SyntaxFailure('bad substitution');
    const change: Change | undefined = isLength ? { operator: 'length', operand } : operator && { operator, operand };
    return { kind: 'variable', name, quoted, ...(change && { change }) };
  }

  /** Up to `))`. */
  #sum(): Word {
    const segments: Segment[] = [];
    const text = this.#text;
    let depth = 0;
    while (depth > 0 || !text.peek('))')) {
      if (text.isOver) throw new SyntaxFailure("syntax error: unmatched '(('");
      if (text.take('$')) segments.push(this.#dollar(true));
      else {
        if (text.char === '(') depth++;
        if (text.char === ')') depth--;
        segments.push({ kind: 'text', text: text.next(), quoted: true });
      }
    }
    text.take('))');
    return segments;
  }
}
