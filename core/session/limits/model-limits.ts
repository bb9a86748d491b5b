/** Bounds of a model, which only hostile sessions reach. Of rows, logs and lags the newest are kept, otherwise the first. */
export const limits = {
  /** Estimated bytes by `heldBytes`. A model with its analysis stays below 500 MB. */
  bytes: 320 << 20,
  /** All rows of threads and runs. 50 minutes at 2,000 rows a second, eleven hours at a demo app's 150. */
  rows: 6_000_000,
  runs: 10_000,
  /** In all runs. */
  threads: 32_768,
  /** Letters of all texts. The largest known app has 5 million in its methods. */
  letters: 1 << 26,
  strings: 1 << 20,
  /** Includes native addresses; `frameKey` has 20 bits for them. */
  methods: 1 << 20,
  nodes: 1 << 22,
  /** Native files and their symbol facts in all runs: an iOS process has some 800. */
  images: 131_072,
  /** Classes with a source map (SMAP). */
  classes: 16_384,
  /** Classes renamed by a build, in all runs. */
  renamedClasses: 131_072,
  /** Frames named by symbols, in all runs. */
  namedFrames: 1 << 20,
  /** Agents' abilities in all hellos; an agent has some twenty. */
  capabilities: 65_536,
  marks: 100_000,
  notes: 1_000,
  /** In all runs, as the next four. */
  gaps: 10_000,
  /** Life phases. */
  phases: 10_000,
  stops: 20_000,
  dropReports: 10_000,
  /** ANRs and ends of processes. */
  systemRecords: 10_000,
  /** Restarts of agents' tables. A large app fills them in five minutes. */
  tables: 10_000,
} as const;

/** A recorded session's page holds one model, and shows an hour of 10 million samples whole. With its analysis it stays below 1 GB. */
export const recordedLimits = { bytes: 640 << 20, rows: 12_000_000 } as const;

export type LimitName = keyof typeof limits;
export type Limits = Readonly<Record<LimitName, number>>;

/** Abilities per hello; agents have some twenty. */
export const MOST_CAPABILITIES = 256;
/** Most agent id of a string, method or node. */
export const MOST_AGENT_ID = 1 << 22;
/** The newest lines. */
export const MOST_LOG_LINES = 1_000;

/** Estimated bytes per item in V8: itself, its key, its map entry. */
export const heldBytes: Readonly<Partial<Limits>> = {
  rows: 36,
  // Text and its key.
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
  systemRecords: 160,
};
