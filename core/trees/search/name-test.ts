import { Automaton } from './automaton.ts';
import { asksForBegin, PatternError, parsedExpression } from './syntax.ts';

export interface SearchedText {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}

/** Decides which names are found. */
export interface NameTest {
  /** As `finds`, for many names with one beginning, such as those of a class, which is read once. */
  after(prefix: string): (rest: string) => boolean;
  /** As `after`, for a rest that is a part of a longer text, up to `LONGEST_NAME` with its beginning. Undefined for a plain text. */
  readonly partAfter: ((prefix: string) => (text: string, from: number, to: number) => boolean) | undefined;
  /** The end of a name, from behind a dot on, may match although the name does not. */
  readonly findsEnds: boolean;
}

/** Letters of a name that are searched; some names have 100 KB. */
export const LONGEST_NAME = 2000;

/** Undefined for an empty search. @throws PatternError */
export function nameTest({ text, regex, matchCase }: SearchedText): NameTest | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  if (!regex) {
    const after = matchCase ? plainAfter : lowerAfter;
    return { after: (prefix) => after(wanted, prefix), partAfter: undefined, findsEnds: false };
  }
  const expression = parsedExpression(wanted, matchCase);
  const automaton = new Automaton(expression);
  const after = (prefix: string): ((rest: string) => boolean) => {
    const begin = automaton.begin(cut(prefix, ''));
    return (rest) => automaton.findsAfter(begin, cut(rest, prefix));
  };
  const partAfter = (prefix: string): ((text: string, from: number, to: number) => boolean) => {
    const begin = automaton.begin(cut(prefix, ''));
    return (text, from, to) => automaton.findsAfter(begin, text, from, to);
  };
  return { after, partAfter, findsEnds: asksForBegin(expression) };
}

function cut(text: string, before: string): string {
  const most = Math.max(0, LONGEST_NAME - before.length);
  return text.length > most ? text.slice(0, most) : text;
}

function plainAfter(wanted: string, prefix: string): (rest: string) => boolean {
  const ends = endsAfter(wanted, cut(prefix, ''));
  if (ends === undefined) return () => true;
  return (rest) => {
    const searched = cut(rest, prefix);
    return searched.includes(wanted) || ends.some((end) => searched.startsWith(end));
  };
}

/** A match may begin in the prefix: what follows it then. Undefined if the prefix has the whole match. */
export function endsAfter(wanted: string, prefix: string): readonly string[] | undefined {
  if (prefix.includes(wanted)) return undefined;
  const ends: string[] = [];
  const last = prefix.at(-1);
  for (let length = Math.min(prefix.length, wanted.length - 1); length > 0; length--) {
    if (wanted[length - 1] === last && prefix.endsWith(wanted.slice(0, length))) ends.push(wanted.slice(length));
  }
  return ends;
}

/** Letters whose case may depend on their neighbours. */
const notPlain = /[^ -~]/;

function lowerAfter(wanted: string, prefix: string): (rest: string) => boolean {
  const lower = wanted.toLowerCase();
  if (notPlain.test(prefix))
    return (rest) =>
      cut(prefix + rest, '')
        .toLowerCase()
        .includes(lower);
  const inLower = plainAfter(lower, prefix.toLowerCase());
  return (rest) =>
    notPlain.test(rest)
      ? cut(prefix + rest, '')
          .toLowerCase()
          .includes(lower)
      : inLower(rest.toLowerCase());
}

export { PatternError };
