/**
 * How much a model takes from a stream. A real session stays far below; a hostile one is cut here and the rest is counted in
 * `model.ignored`, so that a file cannot eat the memory of the editor.
 */
export const limits = {
  runs: 10_000,
  /** Of all runs together. */
  threads: 65_536,
  /** Characters of all texts that are kept. */
  textLength: 1 << 28,
  strings: 1 << 20,
  methods: 1 << 20,
  nodes: 1 << 22,
  /** Largest id an agent may give to a string, method or node; agents count from 1. */
  agentId: 1 << 22,
  /** Rows of all columns of all threads together; some 40 bytes each. */
  rows: 1 << 24,
  images: 4_096,
  /** Classes with a source map (SMAP). */
  classes: 16_384,
  marks: 100_000,
  notes: 1_000,
  gaps: 10_000,
  /** Phases of life of one run. */
  phases: 10_000,
  /** Times of one run in which it stood still. */
  stops: 20_000,
  dropReports: 10_000,
  /** Newest lines that are kept. */
  logLines: 1_000,
} as const;
