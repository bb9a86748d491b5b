import { type Assertion, type Expression, isWordLetter, type Letters, PatternError } from './syntax.ts';

/** More states than this are no expression that a person types. */
const MOST_STATES = 600;

/** A step: a letter, something that must hold here, or a choice of where to go on. `MATCH` is the end. */
interface State {
  is: Letters | undefined;
  assertion: Assertion | undefined;
  next: number;
  other: number;
}

const MATCH = 0;
const NOWHERE = -1;

/**
 * An expression as states (Thompson's construction); a name is read once, letter by letter, by all states that it may be in. So the
 * work is at most the name's length times the number of states, whatever the expression is.
 */
export class Automaton {
  readonly #states: State[] = [{ is: undefined, assertion: undefined, next: NOWHERE, other: NOWHERE }];
  readonly #start: number;
  #now: number[] = [];
  #then: number[] = [];
  /** Step in which a state was reached last. */
  readonly #reached: Int32Array;
  #step = 0;

  /** @throws PatternError when it would have too many states */
  constructor(expression: Expression) {
    this.#start = this.#build(expression, MATCH);
    this.#reached = new Int32Array(this.#states.length).fill(-1);
  }

  /** Whether the expression is found anywhere in a text. */
  finds(text: string): boolean {
    this.#now.length = 0;
    this.#step = 0;
    this.#reached.fill(-1);
    for (let at = 0; at <= text.length; at++, this.#step++) {
      // A match may begin at each letter.
      if (this.#reach(this.#start, text, at, this.#now)) return true;
      if (at === text.length) return false;
      const code = text.charCodeAt(at);
      this.#then.length = 0;
      this.#step++;
      for (const state of this.#now) {
        const { is, next } = this.#states[state] ?? { is: undefined, next: NOWHERE };
        if (is?.(code) === true && this.#reach(next, text, at + 1, this.#then)) return true;
      }
      // What is reached before the next letter and from a new begin there belongs to one step.
      this.#step--;
      [this.#now, this.#then] = [this.#then, this.#now];
    }
    return false;
  }

  /** Adds the states with letters that can be come to without one; true when the end is among them. */
  #reach(from: number, text: string, at: number, into: number[]): boolean {
    const waiting = [from];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (state === MATCH) return true;
      const step = this.#states[state];
      if (step === undefined || this.#reached[state] === this.#step) continue;
      this.#reached[state] = this.#step;
      if (step.is !== undefined) {
        into.push(state);
        continue;
      }
      if (step.assertion !== undefined && !holds(step.assertion, text, at)) continue;
      if (step.other !== NOWHERE) waiting.push(step.other);
      if (step.next !== NOWHERE) waiting.push(step.next);
    }
    return false;
  }

  /** States for an expression that go on to `next`; gives the first of them. */
  #build(expression: Expression, next: number): number {
    switch (expression.type) {
      case 'letter':
        return this.#add({ is: expression.is, assertion: undefined, next, other: NOWHERE });
      case 'assertion':
        return this.#add({ is: undefined, assertion: expression.assertion, next, other: NOWHERE });
      case 'sequence':
        return expression.parts.reduceRight((after, part) => this.#build(part, after), next);
      case 'choice': {
        const starts = expression.parts.map((part) => this.#build(part, next));
        return starts.reduceRight((other, start) => this.#add({ is: undefined, assertion: undefined, next: start, other }), NOWHERE);
      }
      case 'repeat':
        return this.#buildRepeat(expression, next);
    }
  }

  #buildRepeat({ of, least, most }: Extract<Expression, { type: 'repeat' }>, next: number): number {
    let start = next;
    if (most === undefined) {
      start = this.#add({ is: undefined, assertion: undefined, next: NOWHERE, other: next });
      const loop = this.#states[start];
      if (loop !== undefined) loop.next = this.#build(of, start);
    }
    for (let time = least; time < (most ?? least); time++) {
      start = this.#add({ is: undefined, assertion: undefined, next: this.#build(of, start), other: next });
    }
    for (let time = 0; time < least; time++) start = this.#build(of, start);
    return start;
  }

  #add(state: State): number {
    if (this.#states.length >= MOST_STATES) throw new PatternError('tooLong', '');
    return this.#states.push(state) - 1;
  }
}

function holds(assertion: Assertion, text: string, at: number): boolean {
  if (assertion === 'begin') return at === 0;
  if (assertion === 'end') return at === text.length;
  const isBorder = isWordLetter(text.charCodeAt(at - 1)) !== isWordLetter(text.charCodeAt(at));
  return isBorder === (assertion === 'wordBorder');
}
