import { type Assertion, type Expression, isWordLetter, type Letters, PatternError } from './syntax.ts';

/** More states than any expression typed by a person. */
const MOST_STATES = 600;

/** A letter, a condition at this position, or a branch. `MATCH` is the end. */
interface State {
  is: Letters | undefined;
  assertion: Assertion | undefined;
  next: number;
  other: number;
}

const MATCH = 0;
const NOWHERE = -1;

/** Neighbour of a position: none, a word letter, another letter. */
const side = { edge: 0, word: 1, other: 2 } as const;
type Side = (typeof side)[keyof typeof side];

/** A set of simultaneous states. */
interface Place {
  /** States after the last letter. A match may begin anywhere, so the first state is always added. */
  readonly reached: readonly number[];
  readonly before: Side;
}

const END = 128;
/** ASCII, and the end of the text. */
const LETTERS = END + 1;
const UNKNOWN = -1;
const FOUND = -2;
/** No match can begin or end from here on. */
const LOST = -3;
/** Bound of cached places; others are computed again. */
const MOST_PLACES = 2000;

interface TextBegin {
  readonly text: string;
  readonly place: number;
  readonly forgotten: number;
}

/**
 * An expression as states (Thompson's construction). All possible states read a name at once, so work is at most length times states, and
 * usually one table lookup per letter.
 */
export class Automaton {
  readonly #states: State[] = [{ is: undefined, assertion: undefined, next: NOWHERE, other: NOWHERE }];
  readonly #start: number;
  #places: Place[] = [];
  readonly #placeOf = new Map<string, number>();
  /** Transitions per place and letter, computed on first use: a place, `FOUND`, or `UNKNOWN`. */
  #next = new Int32Array(16 * LETTERS).fill(UNKNOWN);
  /** Cache resets make place numbers void. */
  #forgotten = 0;
  /** Matches begin only at the begin of a text. */
  readonly #isAnchored: boolean;

  /** @throws PatternError for too many states */
  constructor(expression: Expression) {
    this.#start = this.#build(expression, MATCH);
    this.#isAnchored = this.#beginsOnlyAtBegin();
  }

  finds(text: string): boolean {
    return this.findsAfter(this.begin(''), text);
  }

  /** Reads a beginning; `findsAfter` continues from it. */
  begin(text: string): TextBegin {
    const place = this.#read(this.#place([], side.edge), text, 0, text.length);
    return { text, place, forgotten: this.#forgotten };
  }

  /** Searches the beginning and, behind it, a part of a text. */
  findsAfter(begin: TextBegin, text: string, from = 0, to = text.length): boolean {
    // After a cache reset the beginning is read again.
    const known = begin.forgotten === this.#forgotten ? begin : this.begin(begin.text);
    const place = known.place < 0 ? known.place : this.#read(known.place, text, from, to);
    return place === FOUND || (place !== LOST && this.#atEnd(place) === FOUND);
  }

  #read(begin: number, text: string, from: number, to: number): number {
    let place = begin;
    let next = this.#next;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      const known = code < END ? (next[place * LETTERS + code] ?? UNKNOWN) : UNKNOWN;
      if (known >= 0) {
        place = known;
        continue;
      }
      place = known === UNKNOWN ? this.#learn(place, code) : known;
      if (place < 0) return place;
      next = this.#next;
    }
    return place;
  }

  #atEnd(place: number): number {
    const known = this.#next[place * LETTERS + END] ?? UNKNOWN;
    return known === UNKNOWN ? this.#learn(place, undefined) : known;
  }

  #learn(place: number, code: number | undefined): number {
    const from = this.#places[place];
    if (from === undefined) return UNKNOWN;
    const forgotten = this.#forgotten;
    const next = this.#step(from, code);
    const letter = code === undefined ? END : code < END ? code : UNKNOWN;
    if (letter !== UNKNOWN && forgotten === this.#forgotten) this.#next[place * LETTERS + letter] = next;
    return next;
  }

  /** Undefined is the end of the text. */
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

  /** Collects states that consume a letter; true if the end is reachable. */
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

  #beginsOnlyAtBegin(): boolean {
    const begins = (before: Side, after: Side): boolean => {
      const letters: number[] = [];
      return this.#reach([], before, after, letters) || letters.length > 0;
    };
    const sides = Object.values(side);
    return sides.every((before) => before === side.edge || !sides.some((after) => begins(before, after)));
  }

  #place(reached: readonly number[], before: Side): number {
    if (reached.length === 0 && before !== side.edge && this.#isAnchored) return LOST;
    const key = `${before} ${reached.join(' ')}`;
    const known = this.#placeOf.get(key);
    if (known !== undefined) return known;
    if (this.#places.length >= MOST_PLACES) {
      this.#places = [];
      this.#placeOf.clear();
      this.#next.fill(UNKNOWN);
      this.#forgotten++;
    }
    const place = this.#places.push({ reached, before }) - 1;
    if (this.#places.length * LETTERS > this.#next.length) {
      const larger = new Int32Array(2 * this.#next.length).fill(UNKNOWN, this.#next.length);
      larger.set(this.#next);
      this.#next = larger;
    }
    this.#placeOf.set(key, place);
    return place;
  }

  /** States that continue with `next`; returns the first. */
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
