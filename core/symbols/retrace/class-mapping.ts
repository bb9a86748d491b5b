import type { MappingInformation } from './mapping-comment.ts';
import type { MethodText } from './method-text.ts';

/** A range of lines, both ends in it. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** One member line of a map: lines of a shrunk method and what they were. */
export interface MappedRange {
  /** Absent: the whole method, whatever its lines. */
  readonly minified: LineRange | undefined;
  readonly method: MethodText;
  /** Absent: unknown, or the same as `minified`. */
  readonly original: LineRange | undefined;
  /** The method's name in the shrunk program. */
  readonly residualName: string;
  /** Its types there, when the map says or may say so of the method; else the original types. */
  residual: ResidualSignature | undefined;
  information: readonly MappingInformation[];
}

export interface ResidualSignature {
  readonly method: MethodText;
  /** As the map states it; absent when the types are the original ones (apart from renamed classes). */
  readonly descriptor: string | undefined;
}

/** What is known of a whole method of the shrunk program. */
export interface MethodNaming {
  readonly method: MethodText;
  readonly residualName: string;
  readonly residual: ResidualSignature;
  synthesized: boolean;
  outline: boolean;
}

/** One way to read a shrunk method: an overload, with its lines. */
export interface MethodCandidate {
  readonly naming: MethodNaming | undefined;
  readonly ranges: readonly MappedRange[];
}

export interface ClassMapping {
  readonly originalName: string;
  readonly residualName: string;
  /** That the map names. */
  readonly sourceFile: string | undefined;
  readonly methods: {
    /** The overloads of a method by its name in the shrunk program, in the map's order; undefined when the map has none. */
    method(residualName: string): readonly MethodCandidate[] | undefined;
  };
}
