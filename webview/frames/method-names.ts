import { dottedClass, simpleClass } from '../../core/analysis/frames/class-names.ts';
import { isPlainName, readableLabel, readableName } from '../../core/analysis/frames/readable-name.ts';
import { uint8At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { remembered } from '../../core/trees/method-facts.ts';
import { LONGEST_NAME, type NameTest, type SearchedText } from '../../core/trees/search/name-test.ts';
import { JOINED_ROWS, JoinedNames, NO_CLASS, SEPARATOR } from './joined-names.ts';

interface SearchedMethod {
  readonly name: string;
  readonly inClass: SearchedClass;
  /** Shown as the part after a dot of the full name. */
  readonly isEnd: boolean;
}

interface SearchedClass {
  /** From 1. */
  readonly index: number;
  /** Prefix of method names: in full, and as shown. */
  readonly full: string;
  readonly shown: string;
  /** Names of its methods may be joined without it. */
  readonly isPlain: boolean;
}

/** Others are tested alone: they may change their length in lower case, or separate names. */
const notJoined = /[^ -~]/;

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
  /** Indexed by row of `model.methods`. */
  readonly #shown: string[] = [];
  readonly #joined = new JoinedNames();
  /** Keyed by signature. */
  readonly #classes = new Map<string, SearchedClass>();
  /** Prefixes of joined names, by index of the class. */
  readonly #prefixes: string[] = [''];
  readonly #lowerPrefixes: string[] = [''];

  constructor(model: SessionModel) {
    this.model = model;
  }

  /** Joins names that are new since the last call; pauses after each text. */
  *prepare(): Generator<void> {
    const { methods } = this.model;
    while (this.#joined.rows < methods.length) {
      const from = this.#joined.rows;
      const to = Math.min(from + JOINED_ROWS, methods.length);
      const names: string[] = [];
      const classes: number[] = [];
      for (let method = from; method < to; method++) {
        const known = this.#searchedMethod(method);
        names.push(known?.isEnd === true ? known.name + SEPARATOR : this.#bothNames(method, known));
        classes.push(known?.isEnd === true ? known.inClass.index : NO_CLASS);
      }
      this.#joined.add(names, classes);
      this.#joined.lower();
      yield;
    }
  }

  /** Searches all joined names at once. The others are tested once, as joining them here takes longer. @param test of the search */
  find({ text, regex, matchCase }: SearchedText, test: NameTest): (method: number) => boolean {
    const alone = remembered(this.test(test));
    const wanted = text.trim();
    if (!regex && wanted.includes(SEPARATOR)) return alone;
    const found =
      test.partAfter === undefined
        ? this.#joined.find(matchCase ? wanted : wanted.toLowerCase(), matchCase, matchCase ? this.#prefixes : this.#lowerPrefixes, alone)
        : this.#joined.test(this.#classTests(test.partAfter, test.findsEnds), alone);
    return (method) => (method < found.length ? uint8At(found, method) === 1 : alone(method));
  }

  /** Tests of each class, at its index. */
  #classTests(partAfter: NonNullable<NameTest['partAfter']>, findsEnds: boolean): readonly ReturnType<typeof partAfter>[] {
    const tests = [partAfter('')];
    for (const { index, full, shown, isPlain } of this.#classes.values()) {
      if (!isPlain) continue;
      const isFound = partAfter(full);
      const isEnd = findsEnds ? partAfter(shown) : undefined;
      tests[index] = isEnd === undefined ? isFound : (text, from, to) => isFound(text, from, to) || isEnd(text, from, to);
    }
    return tests;
  }

  /** Tests the full name and the shown one. */
  test(test: NameTest): (method: number) => boolean {
    const tests = new ClassTests(test);
    const isFound = test.after('');
    return (method) => {
      const known = this.#searchedMethod(method);
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
    return { name, inClass, isEnd };
  }

  /** '' if they cannot be joined. */
  #bothNames(method: number, known: SearchedMethod | undefined): string {
    if (known === undefined) return '';
    const names = [known.inClass.full + known.name, this.#shownName(method)].map((each) => each.slice(0, LONGEST_NAME));
    return names.some((each) => notJoined.test(each)) ? '' : [...names, ''].join(SEPARATOR);
  }

  #class(signature: string): SearchedClass {
    let known = this.#classes.get(signature);
    if (known === undefined) {
      const dotted = dottedClass(signature);
      const { owner } = readableName(dotted, 'method');
      const before = (name: string): string => (name === '' ? '' : `${name}.`);
      const full = before(dotted);
      const isPlain = isPlainName(simpleClass(dotted)) && full.length < LONGEST_NAME && !notJoined.test(full);
      const prefix = isPlain ? full : '';
      known = { index: this.#prefixes.push(prefix) - 1, full, shown: before(owner), isPlain };
      this.#lowerPrefixes.push(prefix.toLowerCase());
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
