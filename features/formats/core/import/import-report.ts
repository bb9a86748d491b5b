import { countedNoun } from '../../../../core/text/counted-noun.ts';
import { oneLine } from '../../../../core/text/one-line.ts';

/** Different lines of one kind; others are counted. */
const MOST_LINES = 100;

/** Tells people the facts that an import read, left out and took for granted. */
export class ImportReport {
  /** Format as in “Speedscope, written by speedscope@1.21”. */
  readonly format: string;
  readonly #read = new Map<string, number>();
  readonly #skipped = new Map<string, number>();
  readonly #assumed = new Set<string>();
  #cut: string | undefined;
  #hasNoLags = false;
  #isUntimed = false;

  constructor(format: string) {
    this.format = oneLine(format);
  }

  /** @param what a plural noun: “samples” */
  read(what: string, count = 1): void {
    addTo(this.#read, what, count);
  }

  /** @param what a plural noun with the reason: “samples without a thread” */
  skipped(what: string, count = 1): void {
    addTo(this.#skipped, what, count);
  }

  /** @param sentence one that a person may contradict */
  assumed(sentence: string): void {
    if (this.#assumed.size < MOST_LINES) this.#assumed.add(oneLine(sentence));
  }

  /** The reason why the session has no lags. The first one is said: others follow from it. */
  withoutLags(sentence: string): void {
    if (this.#hasNoLags) return;
    this.#hasNoLags = true;
    this.assumed(sentence);
  }

  /** Lengths are weights and the order says nothing: views over time would invent both. @param sentence the reason, also for no lags */
  untimed(sentence: string): void {
    this.#isUntimed = true;
    this.withoutLags(sentence);
  }

  get isUntimed(): boolean {
    return this.#isUntimed;
  }

  /** The file ends within a piece. @param where as in “after 20 of its samples” */
  truncated(where: string): void {
    this.#cut ??= oneLine(where);
  }

  get isTruncated(): boolean {
    return this.#cut !== undefined;
  }

  /** Sentences, without the format. */
  get lines(): readonly string[] {
    const cut = this.#cut === undefined ? [] : [`The file is cut: it ends ${this.#cut}. Its whole pieces were read.`];
    return [...counted('Read', this.#read), ...counted('Skipped', this.#skipped), ...cut, ...this.#assumed];
  }

  get text(): string {
    return [`Imported from ${this.format}.`, ...this.lines].join('\n');
  }
}

function addTo(counts: Map<string, number>, what: string, count: number): void {
  if (count <= 0) return;
  const line = oneLine(what);
  if (counts.has(line) || counts.size < MOST_LINES) counts.set(line, (counts.get(line) ?? 0) + count);
}

function counted(verb: string, counts: ReadonlyMap<string, number>): readonly string[] {
  if (counts.size === 0) return [];
  return [`${verb}: ${[...counts].map(([what, count]) => countedNoun(count, what)).join(', ')}.`];
}
