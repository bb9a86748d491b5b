import type { ErrorCode } from '../../core/errors.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { CandidateKind } from '../folders/finder.ts';

/** A file's identity. */
export type FileFacts =
  | {
      readonly kind: 'mapping';
      /** The map's id, '' when it states none. */
      readonly id: string;
      /** The hash behind the ids, in hex, '' when it states none. */
      readonly hash: string;
    }
  | {
      readonly kind: 'native';
      /** Build id or UUID. */
      readonly id: string;
      /** The file inside an archive, '' for a plain file. */
      readonly entry: string;
      readonly hasDebugInfo: boolean;
      /** The name in `.gnu_debuglink`, '' when there is none. */
      readonly debugLink: string;
    };

/** A frame as the agent sent it. */
export type BuiltFrame = Message<'outlineNames'>['outlines'][number];
export type NamedFrames = Message<'frameNames'>['frames'];

/** The line or column of a frame without one. */
export const NO_LINE = 0;

/** The source of a frame or an address. */
export interface NamedAnswer {
  /** 0 unknown, 1 nearest, 2 exact, as in the records. */
  readonly confidence: 0 | 1 | 2;
  readonly others: number;
  /** Innermost first; empty when the build made the frame up. */
  readonly frames: NamedFrames;
  /** Callers are to be asked together with this outline. */
  readonly isOutline: boolean;
}

export interface SeenMethod {
  /** Dotted class in the app. */
  readonly class: string;
  readonly name: string;
}

/** Identifies the file that was read; a rewritten one is another build. */
export interface FileVersion {
  readonly size: number;
  readonly modifiedMs: number;
}

/** The worker's questions; `SymbolAnswers` has an answer for each. */
export type SymbolQuestion =
  | { readonly ask: 'identify'; readonly path: string; readonly kind: CandidateKind }
  | { readonly ask: 'fits'; readonly path: string; readonly version: FileVersion; readonly methods: readonly SeenMethod[] }
  /** Stacks of a frame and the outlines that it calls, in order. */
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
    /** The first ten seen classes and methods that the mapping lacks. */
    readonly unknown: readonly string[];
    /** Seen methods that the mapping has. */
    readonly known: number;
    /** Seen classes and methods that were renamed: evidence of a shrunk app. */
    readonly renamed: number;
  };
  readonly retrace: {
    /** For the first frame of each stack; undefined when unknown. */
    readonly frames: readonly (NamedAnswer | undefined)[];
    /** Dotted source names; undefined where unchanged. */
    readonly classes: readonly (string | undefined)[];
  };
  readonly addresses: { readonly answers: readonly NamedAnswer[]; readonly problems: readonly string[] };
}

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

export interface AnswerTo<K extends keyof SymbolAnswers> {
  readonly ask: K;
  readonly value: SymbolAnswers[K];
}

export type GivenAnswer =
  | { readonly number: number; readonly answer: AnswerTo<keyof SymbolAnswers>; readonly tookUs: number }
  | { readonly number: number; readonly failure: FileFailure };
