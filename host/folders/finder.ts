/** A map of R8 or ProGuard, a program or its debug information, or an archive. */
export type CandidateKind = 'mapping' | 'native' | 'archive';

export interface Candidate {
  readonly path: string;
  readonly kind: CandidateKind;
  /** For people: “Gradle's output of app”. */
  readonly foundBy: string;
  /** The user named the file, or a folder above it: with `--build`, a setting or a choice. */
  readonly isNamed?: boolean;
  /** Of a mapping, as Gradle names it (`freeRelease`), else ''. */
  readonly variant?: string;
  /** Application ids of that variant, if known. */
  readonly applicationIds?: readonly string[];
}

export interface WantedImage {
  /** Build id or UUID in lower-case hex without dashes. */
  readonly id: string;
  /** On the device. */
  readonly path: string;
}

export interface FinderReport {
  /** A failure as a sentence. */
  problem(text: string): void;
  /** New builds may appear in this folder. */
  watch(folder: string): void;
}

export interface Finder {
  /** For people: “Gradle's build folders in /home/ada/shop”. */
  readonly place: string;
  /** Bounded. */
  candidates(report: FinderReport): AsyncIterable<Candidate>;
  /** From places too large to list. */
  forImage?(image: WantedImage, report: FinderReport): AsyncIterable<Candidate>;
}
