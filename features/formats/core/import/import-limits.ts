/** Bounds of one import; what is beyond is counted as skipped. */
export const importLimits = {
  /** 21 bytes each, as many as a model keeps rows. */
  samples: 6_000_000,
  /** Of all samples: 100 hours, since a long sample is confirmed again and again. */
  sampledUs: 360_000_000_000,
  /** Messages, waits, marks and the like. */
  facts: 1_000_000,
  threads: 32_768,
  frames: 1 << 20,
  stacks: 1 << 22,
  images: 65_536,
  texts: 1 << 18,
  /** Letters of a name or another text. */
  letters: 4_096,
  /** Of all names and keys that are held: the largest known app has 5 million in its methods, each three times. */
  heldLetters: 1 << 27,
  /** Calls that are open at once, of all threads. */
  openCalls: 1 << 20,
  /** Unpacked bytes that a reader holds at once, such as a JSON text. */
  heldBytes: 256 << 20,
  /** Lists and objects of a JSON text. */
  jsonLists: 12 << 20,
  /** Unpacked bytes of a file. */
  fileBytes: 4 * 2 ** 30,
  /** Bytes of a text file's line. */
  lineBytes: 4 << 20,
} as const;

export type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;
