/** What a candidate is read as: a map of R8 or ProGuard, a program or its debug information, an archive that holds some. */
export type CandidateKind = 'mapping' | 'native' | 'archive';

/** A file that may hold names and lines. */
export interface Candidate {
  readonly path: string;
  readonly kind: CandidateKind;
  /** How it was found, for people: “Gradle's output of app”. */
  readonly foundBy: string;
  /** Variant of a mapping, as Gradle names it (`freeRelease`), '' for everything else. */
  readonly variant?: string;
  /** Application ids of that variant, when the build says them. */
  readonly applicationIds?: readonly string[];
}

/** An image of a session whose symbols are wanted. */
export interface WantedImage {
  /** Build id or UUID in hex, lower case, without dashes. */
  readonly id: string;
  /** On the device. */
  readonly path: string;
}

/** What a finder tells while it looks. */
export interface FinderReport {
  /** Something that could not be looked at, as a sentence for people. */
  problem(text: string): void;
  /** A folder in which a new build would show. */
  watch(folder: string): void;
}

/** One kind of place where builds lie. */
export interface Finder {
  /** The place, for people: “Gradle's build folders in /home/ada/shop”. */
  readonly place: string;
  /** All candidates there; bounded. */
  candidates(report: FinderReport): AsyncIterable<Candidate>;
  /** Candidates for one image, from places too large to be listed. */
  forImage?(image: WantedImage, report: FinderReport): AsyncIterable<Candidate>;
}
