import { Automaton } from './automaton.ts';
import { PatternError, parsedExpression } from './syntax.ts';

export interface SearchedText {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
}

/** Letters of a name that are looked at; there are names of 100 KB. */
const LONGEST_NAME = 2000;

/**
 * A test of names; undefined when nothing is searched for.
 * @throws PatternError when it is no regular expression, or one that cannot be run
 */
export function nameTest({ text, regex, matchCase }: SearchedText): ((name: string) => boolean) | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const cut = (name: string): string => (name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name);
  if (!regex) {
    if (matchCase) return (name) => cut(name).includes(wanted);
    const lower = wanted.toLowerCase();
    return (name) => cut(name).toLowerCase().includes(lower);
  }
  const automaton = new Automaton(parsedExpression(wanted, matchCase));
  return (name) => automaton.finds(cut(name));
}

export { PatternError };
