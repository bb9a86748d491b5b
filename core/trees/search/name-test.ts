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
    return { after: matchCase ? (prefix) => plainAfter(wanted, prefix) : (prefix) => lowerAfter(wanted, prefix), findsEnds: false };
  }
  const expression = parsedExpression(wanted, matchCase);
  const automaton = new Automaton(expression);
  const after = (prefix: string): ((rest: string) => boolean) => {
    const begin = automaton.begin(cut(prefix, ''));
    return (rest) => automaton.findsAfter(begin, cut(rest, prefix));
  };
  return { after, findsEnds: asksForBegin(expression) };
}

function cut(text: string, before: string): string {
  const most = Math.max(0, LONGEST_NAME - before.length);
  return text.length > most ? text.slice(0, most) : text;
}

function plainAfter(wanted: string, prefix: string): (rest: string) => boolean {
  const known = cut(prefix, '');
  if (known.includes(wanted)) return () => true;
  // A match may begin in the prefix; these are its possible rests.
  const ends: string[] = [];
  for (let length = Math.min(known.length, wanted.length - 1); length > 0; length--) {
    if (known.endsWith(wanted.slice(0, length))) ends.push(wanted.slice(length));
  }
  return (rest) => {
    const searched = cut(rest, prefix);
    return searched.includes(wanted) || ends.some((end) => searched.startsWith(end));
  };
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
