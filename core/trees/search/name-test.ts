import { Automaton } from './automaton.ts';
import { asksForBegin, PatternError, parsedExpression } from './syntax.ts';

export interface SearchedText {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}

/** Tells of names whether they are found. */
export interface NameTest {
  /** Tells of all names that begin the same, as do those of a class; what can be said of that is worked out once. */
  after(prefix: string): (rest: string) => boolean;
  /** The end of a name, from behind a dot on, may be found although the name is not. */
  readonly findsEnds: boolean;
}

/** Letters of a name that are looked at; there are names of 100 KB. */
export const LONGEST_NAME = 2000;

/**
 * A test of names; undefined when nothing is searched for.
 * @throws PatternError when it is no regular expression, or one that cannot be run
 */
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

/** As much of a text as is looked at behind another one. */
function cut(text: string, before: string): string {
  const most = Math.max(0, LONGEST_NAME - before.length);
  return text.length > most ? text.slice(0, most) : text;
}

function plainAfter(wanted: string, prefix: string): (rest: string) => boolean {
  const known = cut(prefix, '');
  if (known.includes(wanted)) return () => true;
  // Where a match may begin in the prefix: what has to come behind it.
  const ends: string[] = [];
  for (let length = Math.min(known.length, wanted.length - 1); length > 0; length--) {
    if (known.endsWith(wanted.slice(0, length))) ends.push(wanted.slice(length));
  }
  return (rest) => {
    const searched = cut(rest, prefix);
    return searched.includes(wanted) || ends.some((end) => searched.startsWith(end));
  };
}

/** Letters whose case does not depend on what stands beside them. */
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
