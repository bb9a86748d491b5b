/**
 * How much a model takes from a stream. A real session stays far below; a hostile one is cut here. What was left out is counted by the
 * budget of the same name, so that a person can be told; of rows, logs and lags the newest are kept, of all else the first.
 */
export const limits = {
  /** Estimated bytes of all that is kept, by `heldBytes`. A model with its analysis then stays below 500 MB. */
  bytes: 320 << 20,
  /**
   * Rows of all columns of all threads and runs together. At 2,000 rows a second this is 50 minutes, at a demo app's 150 eleven hours;
   * beyond it the oldest rows go.
   */
  rows: 6_000_000,
  /** Processes that one session followed. */
  runs: 10_000,
  /** Of all runs together. */
  threads: 32_768,
  /** Letters of all texts. The largest app that we met has 5 million in its methods. */
  letters: 1 << 26,
  strings: 1 << 20,
  /** Also addresses of native code; `frameKey` has 20 bits for them. */
  methods: 1 << 20,
  nodes: 1 << 22,
  /** Files of native code and what symbols say of them, all runs together: a process of iOS has some 800. */
  images: 131_072,
  /** Classes with a source map (SMAP). */
  classes: 16_384,
  /** Classes of all runs that a build renamed. */
  renamedClasses: 131_072,
  /** Frames that symbols gave for those of stacks, all runs together. */
  namedFrames: 1 << 20,
  /** What agents said of their abilities, all hellos together. Agents say some twenty. */
  capabilities: 65_536,
  marks: 100_000,
  notes: 1_000,
  /** Of all runs together, as are the next three. */
  gaps: 10_000,
  /** Phases of life. */
  phases: 10_000,
  /** Times in which a process stood still. */
  stops: 20_000,
  dropReports: 10_000,
  /** How often tables of agents began again. A large app fills them in five minutes. */
  tables: 10_000,
} as const;

export type LimitName = keyof typeof limits;
export type Limits = Readonly<Record<LimitName, number>>;

/** Abilities of one hello that are kept; agents say some twenty. */
export const MOST_CAPABILITIES = 256;
/** Largest id an agent may give to a string, method or node; agents count from 1. */
export const MOST_AGENT_ID = 1 << 22;
/** Newest lines of logs that are kept. */
export const MOST_LOG_LINES = 1_000;

/** Estimated bytes of one of each, under V8: what it is, its key, its place in a Map. */
export const heldBytes: Readonly<Partial<Limits>> = {
  rows: 36,
  // Text and key of it.
  letters: 2,
  runs: 3_000,
  // With the first pieces of its columns.
  threads: 6_000,
  strings: 80,
  methods: 240,
  nodes: 48,
  images: 300,
  classes: 100,
  renamedClasses: 160,
  namedFrames: 64,
  capabilities: 100,
  marks: 80,
  notes: 120,
  gaps: 80,
  phases: 9,
  stops: 17,
  dropReports: 80,
};
