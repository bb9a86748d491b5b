import type { ErrorCode } from '../../core/errors.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { CandidateKind } from '../folders/finder.ts';

/** What a file says it is. */
export type FileFacts =
  | {
      readonly kind: 'mapping';
      /** The map's id, '' when it states none. */
      readonly id: string;
      /** The hash that ids are made of, in hex, '' when it states none. */
      readonly hash: string;
    }
  | {
      readonly kind: 'native';
      /** Build id or UUID. */
      readonly id: string;
      /** The file inside an archive, '' for a file of its own. */
      readonly entry: string;
      readonly hasDebugInfo: boolean;
      /** Name of the file with the debug information (`.gnu_debuglink`), '' when the file names none. */
      readonly debugLink: string;
    };

/** A frame as the agent sent it. */
export type BuiltFrame = Message<'outlineNames'>['outlines'][number];
export type NamedFrames = Message<'frameNames'>['frames'];

/** What a frame or an address was in the source. */
export interface NamedAnswer {
  /** 0 unknown, 1 nearest, 2 exact, as in the records. */
  readonly confidence: 0 | 1 | 2;
  readonly others: number;
  /** Innermost first; empty when the build made the frame up. */
  readonly frames: NamedFrames;
  /** The frame is an outline: its callers are to be asked together with it. */
  readonly isOutline: boolean;
}

/** A method that was seen in a run. */
export interface SeenMethod {
  /** Dotted class in the app. */
  readonly class: string;
  readonly name: string;
}

/** A file as it was when its id was read: builds write their outputs anew, and a new one is another build. */
export interface FileVersion {
  readonly size: number;
  readonly modifiedMs: number;
}

/** What the worker is asked; each is answered by the entry of `SymbolAnswers` of the same name. */
export type SymbolQuestion =
  | { readonly ask: 'identify'; readonly path: string; readonly kind: CandidateKind }
  | { readonly ask: 'fits'; readonly path: string; readonly version: FileVersion; readonly methods: readonly SeenMethod[] }
  /** Stacks of a frame and, when it calls outlines, those, the one that it calls first. */
  | {
      readonly ask: 'retrace';
      readonly path: string;
      readonly version: FileVersion;
      readonly stacks: readonly (readonly BuiltFrame[])[];
      readonly classes: readonly string[];
    }
  | { readonly ask: 'addresses'; readonly path: string; readonly entry: string; readonly id: string; readonly offsets: readonly number[] };

export interface SymbolAnswers {
  readonly identify: readonly FileFacts[];
  readonly fits: {
    /** Seen classes and methods that the mapping doesn't know; the first ten. */
    readonly unknown: readonly string[];
    /** How many seen classes and methods had another name in the source: evidence that the app was shrunk at all. */
    readonly renamed: number;
  };
  readonly retrace: {
    /** For the first frame of each stack; undefined when the mapping knows nothing of it. */
    readonly frames: readonly (NamedAnswer | undefined)[];
    /** Dotted names in the source; undefined where they are the same. */
    readonly classes: readonly (string | undefined)[];
  };
  readonly addresses: { readonly answers: readonly NamedAnswer[]; readonly problems: readonly string[] };
}

/** Question and answer on the way between the threads. */
export interface AskedQuestion {
  readonly number: number;
  readonly question: SymbolQuestion;
}

/** Why a file could not be read, for people. */
export interface FileFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next: string;
}

/** An answer of the kind that was asked for. */
export interface AnswerTo<K extends keyof SymbolAnswers> {
  readonly ask: K;
  readonly value: SymbolAnswers[K];
}

export type GivenAnswer =
  | { readonly number: number; readonly answer: AnswerTo<keyof SymbolAnswers>; readonly tookUs: number }
  | { readonly number: number; readonly failure: FileFailure };
