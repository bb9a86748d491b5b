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

/** What is at one side of a place in a text: nothing, a letter of words, another one. */
const side = { edge: 0, word: 1, other: 2 } as const;
type Side = (typeof side)[keyof typeof side];

/** All states that a text may have led to, and where each letter leads from there; worked out when it is first asked for. */
interface Place {
  /** States reached by the last letter; a match may begin anywhere, so the first state is always one more. */
  readonly reached: readonly number[];
  readonly before: Side;
  /** By letter (ASCII; `END` is the end of the text): another place, `FOUND`, or `UNKNOWN`. */
  readonly next: Int32Array;
}

const END = 128;
const UNKNOWN = -1;
const FOUND = -2;
/** More places are not remembered at once; they are worked out again. */
const MOST_PLACES = 2000;

/**
 * An expression as states (Thompson's construction); a name is read once, letter by letter, by all states that it may be in at
 * once. So the work is at most the name's length times the number of states, whatever the expression is, and mostly one look into
 * a table per letter.
 */
export class Automaton {
  readonly #states: State[] = [{ is: undefined, assertion: undefined, next: NOWHERE, other: NOWHERE }];
  readonly #start: number;
  #places: Place[] = [];
  readonly #placeOf = new Map<string, number>();

  /** @throws PatternError when it would have too many states */
  constructor(expression: Expression) {
    this.#start = this.#build(expression, MATCH);
  }

  /** Whether the expression is found anywhere in a text. */
  finds(text: string): boolean {
    let place = this.#place([], side.edge);
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : END;
      const isInTable = at === text.length || code < END;
      let next = isInTable ? (this.#places[place]?.next[code] ?? UNKNOWN) : UNKNOWN;
      if (next === UNKNOWN) {
        const from = this.#places[place];
        if (from === undefined) return false;
        next = this.#step(from, at < text.length ? code : undefined);
        if (isInTable) from.next[code] = next;
      }
      if (next === FOUND) return true;
      place = next;
    }
    return false;
  }

  /** Where a letter leads from a place; undefined is the end of the text. */
  #step({ reached, before }: Place, code: number | undefined): number {
    const after = code === undefined ? side.edge : isWordLetter(code) ? side.word : side.other;
    const letters: number[] = [];
    if (this.#reach(reached, before, after, letters)) return FOUND;
    if (code === undefined) return this.#place([], side.edge);
    const next = new Set<number>();
    for (const state of letters) {
      const step = this.#states[state];
      if (step?.is?.(code) === true) next.add(step.next);
    }
    return this.#place(
      [...next].sort((a, b) => a - b),
      after,
    );
  }

  /** Collects the states with letters that can be come to without one; true when the end is among them. */
  #reach(from: readonly number[], before: Side, after: Side, letters: number[]): boolean {
    const waiting = [...from, this.#start];
    const seen = new Set<number>();
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (state === MATCH) return true;
      const step = this.#states[state];
      if (step === undefined || seen.has(state)) continue;
      seen.add(state);
      if (step.is !== undefined) {
        letters.push(state);
        continue;
      }
      if (step.assertion !== undefined && !holds(step.assertion, before, after)) continue;
      if (step.other !== NOWHERE) waiting.push(step.other);
      if (step.next !== NOWHERE) waiting.push(step.next);
    }
    return false;
  }

  #place(reached: readonly number[], before: Side): number {
    const key = `${before} ${reached.join(' ')}`;
    const known = this.#placeOf.get(key);
    if (known !== undefined) return known;
    if (this.#places.length >= MOST_PLACES) {
      this.#places = [];
      this.#placeOf.clear();
    }
    const place = this.#places.push({ reached, before, next: new Int32Array(END + 1).fill(UNKNOWN) }) - 1;
    this.#placeOf.set(key, place);
    return place;
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

function holds(assertion: Assertion, before: Side, after: Side): boolean {
  if (assertion === 'begin') return before === side.edge;
  if (assertion === 'end') return after === side.edge;
  const isBorder = (before === side.word) !== (after === side.word);
  return isBorder === (assertion === 'wordBorder');
}
