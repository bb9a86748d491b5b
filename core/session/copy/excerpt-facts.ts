import type { Message } from '../../wire/schema.ts';
import type { ExcerptTables, NameRecord, NeededEntries } from './excerpt-tables.ts';

export interface Kept<T extends Message = Message> {
  readonly fact: T;
  readonly tables: ExcerptTables;
}

interface Section {
  readonly facts: readonly Message[];
  readonly needed: NeededEntries;
}

/** Facts of an excerpt; an agent's tables may start over within it. */
export class ExcerptFacts {
  readonly #sections: readonly Section[];

  constructor(kept: readonly Kept[]) {
    const facts: { readonly tables: ExcerptTables; readonly facts: Message[] }[] = [];
    for (const { fact, tables } of kept) {
      const last = facts.at(-1);
      if (last?.tables === tables) last.facts.push(fact);
      else facts.push({ tables, facts: [fact] });
    }
    this.#sections = facts.map((section) => ({ facts: section.facts, needed: section.tables.needed(section.facts) }));
  }

  /**
   * Each section after its table entries. Tables are numbered, since readers assume the first.
   * @param clock both clocks at the excerpt's begin
   */
  *messages(clock: Pick<Message<'clock'>, 'monoUs' | 'wallUs'>): Generator<Message> {
    for (const [index, { facts, needed }] of this.#sections.entries()) {
      if (index > 0) yield { type: 'clock', ...clock, node: 0, tables: index + 1 };
      yield* needed.entries;
      yield* facts;
    }
  }

  /** The part that concerns them, if any. */
  names(record: NameRecord): NameRecord | undefined {
    const kept = this.#sections.flatMap(({ needed }) => needed.names(record) ?? []);
    const [first] = kept;
    if (first?.type !== 'classNames') return first;
    const classes = new Map(kept.flatMap((each) => (each.type === 'classNames' ? each.classes : [])).map((each) => [each.built, each]));
    return { ...first, classes: [...classes.values()] };
  }
}
