import { dottedClass, simpleClass } from '../../core/analysis/frames/class-names.ts';
import { isPlainName, readableLabel, readableName } from '../../core/analysis/frames/readable-name.ts';
import { uint8At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { remembered } from '../../core/trees/method-facts.ts';
import { LONGEST_NAME, type NameTest, type SearchedText } from '../../core/trees/search/name-test.ts';
import { JOINED_ROWS, JoinedNames, SEPARATOR } from './joined-names.ts';

interface SearchedMethod {
  readonly name: string;
  readonly inClass: SearchedClass;
  /** Shown as the part after a dot of the full name. */
  readonly isEnd: boolean;
}

interface SearchedClass {
  readonly index: number;
  /** Prefix of method names: in full, and as shown. */
  readonly full: string;
  readonly shown: string;
  readonly isPlain: boolean;
}

/** Results of a test per class. */
class ClassTests {
  readonly #test: NameTest;
  readonly #full: ((name: string) => boolean)[] = [];
  readonly #shown: ((name: string) => boolean)[] = [];

  constructor(test: NameTest) {
    this.#test = test;
  }

  findsFull({ name, inClass: { index, full } }: SearchedMethod): boolean {
    this.#full[index] ??= this.#test.after(full);
    return this.#full[index](name);
  }

  /** For a method whose shown name ends the full one, which did not match. */
  findsEnd({ name, inClass: { index, shown } }: SearchedMethod): boolean {
    if (!this.#test.findsEnds) return false;
    this.#shown[index] ??= this.#test.after(shown);
    return this.#shown[index](name);
  }
}

/** Method names, read at first use: each letter of a search needs all. */
export class MethodNames {
  readonly model: SessionModel;
  /** By row of `model.methods`. */
  readonly #methods: SearchedMethod[] = [];
  readonly #shown: string[] = [];
  readonly #joined = new JoinedNames();
  /** By signature. */
  readonly #classes = new Map<string, SearchedClass>();

  constructor(model: SessionModel) {
    this.model = model;
  }

  /** Joins names that are new since the last call, for `find`; pauses after each text. */
  *prepare(): Generator<void> {
    const { methods } = this.model;
    while (this.#joined.rows < methods.length) {
      const from = this.#joined.rows;
      const to = Math.min(from + JOINED_ROWS, methods.length);
      const names: string[] = [];
      for (let method = from; method < to; method++) names.push(this.#namesOf(method));
      this.#joined.add(names);
      this.#joined.lower();
      yield;
    }
  }

  /** As `test`, for a text without meaning of its own: one search for all joined names. @param test of the same text */
  find({ text, matchCase }: SearchedText, test: NameTest): (method: number) => boolean {
    const alone = remembered(this.test(test));
    const wanted = text.trim();
    if (wanted.includes(SEPARATOR)) return alone;
    const found = this.#joined.find(matchCase ? wanted : wanted.toLowerCase(), matchCase, alone);
    // The others are not joined yet: doing it here takes longer than testing them once.
    return (method) => (method < found.length ? uint8At(found, method) === 1 : alone(method));
  }

  /** Tests the full name and the shown one. */
  test(test: NameTest): (method: number) => boolean {
    const tests = new ClassTests(test);
    const isFound = test.after('');
    return (method) => {
      const known = this.#methods[method] ?? this.#searchedMethod(method);
      if (known === undefined) return false;
      return tests.findsFull(known) || (known.isEnd ? tests.findsEnd(known) : isFound(this.#shownName(method)));
    };
  }

  #searchedMethod(method: number): SearchedMethod | undefined {
    const row = this.model.methods[method];
    if (row === undefined) return undefined;
    const { name, short } = row;
    const inClass = this.#class(row.class);
    const isEnd = short === '' && inClass.isPlain && isPlainName(name) && inClass.full.length + name.length <= LONGEST_NAME;
    const known = { name, inClass, isEnd };
    this.#methods[method] = known;
    return known;
  }

  /** Searched names of a method; a shown one that ends the full one adds no match. */
  #namesOf(method: number): string {
    const known = this.#methods[method] ?? this.#searchedMethod(method);
    if (known === undefined) return SEPARATOR;
    const { inClass, name, isEnd } = known;
    if (isEnd) return inClass.full + name + SEPARATOR;
    return [inClass.full + name, this.#shownName(method), ''].map((each) => each.slice(0, LONGEST_NAME)).join(SEPARATOR);
  }

  #class(signature: string): SearchedClass {
    let known = this.#classes.get(signature);
    if (known === undefined) {
      const dotted = dottedClass(signature);
      const isPlain = isPlainName(simpleClass(dotted));
      const { owner } = readableName(dotted, 'method');
      const before = (name: string): string => (name === '' ? '' : `${name}.`);
      known = { index: this.#classes.size, full: before(dotted), shown: before(owner), isPlain };
      this.#classes.set(signature, known);
    }
    return known;
  }

  #shownName(method: number): string {
    let shown = this.#shown[method];
    if (shown === undefined) {
      const { name = '', short = '', class: signature = '' } = this.model.methods[method] ?? {};
      shown = short || readableLabel(readableName(dottedClass(signature), name));
      this.#shown[method] = shown;
    }
    return shown;
  }
}
