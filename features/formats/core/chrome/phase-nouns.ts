const COUNTERS = 'values of counters';
const ARROWS = 'arrows between slices';
const STEPS = 'steps of operations across threads';
const OBJECTS = 'states of objects';
const DUMPS = 'dumps of memory';
const CONTEXTS = 'begins and ends of contexts';

/** Phases of the Trace Event Format that no session holds, as the report counts them. */
const nouns: ReadonlyMap<string, string> = new Map([
  ['C', COUNTERS],
  ['s', ARROWS],
  ['t', ARROWS],
  ['f', ARROWS],
  ['n', STEPS],
  ['T', STEPS],
  ['p', STEPS],
  ['N', OBJECTS],
  ['O', OBJECTS],
  ['D', OBJECTS],
  ['v', DUMPS],
  ['V', DUMPS],
  ['(', CONTEXTS],
  [')', CONTEXTS],
  ['c', 'readings of several clocks'],
]);

/** A plural noun for events of a phase that is not read. */
export function phaseNoun(phase: string): string {
  return nouns.get(phase) ?? 'events of unknown phases';
}
