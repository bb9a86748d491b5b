/** One fault, as a developer could make it. Paths are from the checkout's root, with slashes. */
export interface Mutant {
  /** For `npm run mutants -- NAME`. */
  readonly name: string;
  readonly file: string;
  /** Exactly once in the file. */
  readonly before: string;
  readonly after: string;
  /** Test files of which at least one must fail; the fastest that should. */
  readonly tests: readonly string[];
  /** In one line. */
  readonly userSuffers: string;
}

/** How often a text occurs in another. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
