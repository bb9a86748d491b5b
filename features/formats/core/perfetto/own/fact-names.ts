/** Categories of events that are facts of a session. */
export const factCategory = {
  state: 'laglens.state',
  ready: 'laglens.ready',
  wait: 'laglens.wait',
  use: 'laglens.use',
  collection: 'laglens.collection',
  frame: 'laglens.frame',
  phase: 'laglens.phase',
  counters: 'laglens.counters',
  process: 'laglens.process',
  thread: 'laglens.thread',
} as const;

export type FactKind = keyof typeof factCategory;

const kinds = new Map<string, FactKind>([
  [factCategory.state, 'state'],
  [factCategory.ready, 'ready'],
  [factCategory.wait, 'wait'],
  [factCategory.use, 'use'],
  [factCategory.collection, 'collection'],
  [factCategory.frame, 'frame'],
  [factCategory.phase, 'phase'],
  [factCategory.counters, 'counters'],
  [factCategory.process, 'process'],
  [factCategory.thread, 'thread'],
]);

/** Undefined for categories of other tools. */
export function factKindOf(category: string): FactKind | undefined {
  return kinds.get(category);
}

/** Names of tracks, for people who see them in Perfetto. */
export const factTrack: Readonly<Record<FactKind, string>> = {
  state: 'State',
  ready: 'Without a core',
  wait: 'Waits',
  use: 'Use of messages',
  collection: 'Garbage collection',
  frame: 'Late frames',
  phase: 'Facts',
  counters: 'Facts',
  process: 'Facts',
  thread: 'Facts',
};

/** An annotation: microseconds, counts, ids of tracks and stacks, texts. */
export type Note = number | string;
export type Notes = Readonly<Record<string, Note>>;
/** The mapping of frames that are sections named by the app: viewers show it as their module. */
export const SECTION_MAPPING = '[trace section of the app]';
/** The id of an interned stack: of a sample, or of the owner of what a thread waits for. */
export const STACK_NOTE = 'callstack_iid';
