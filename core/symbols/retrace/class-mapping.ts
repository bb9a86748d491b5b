import type { MappingInformation } from './mapping-comment.ts';
import type { MethodText } from './method-text.ts';

/** Both ends are included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A member line of a map. */
export interface MappedRange {
  /** Absent: all lines of the method. */
  readonly minified: LineRange | undefined;
  readonly method: MethodText;
  /** Absent: unknown, or the same as `minified`. */
  readonly original: LineRange | undefined;
  readonly residualName: string;
  /** Its shrunk types, if the map states or may state them; else the original types. */
  residual: ResidualSignature | undefined;
  information: readonly MappingInformation[];
}

export interface ResidualSignature {
  readonly method: MethodText;
  /** Absent when the types are the original ones (apart from renamed classes). */
  readonly descriptor: string | undefined;
}

/** A method of the shrunk program. */
export interface MethodNaming {
  readonly method: MethodText;
  readonly residualName: string;
  readonly residual: ResidualSignature;
  synthesized: boolean;
  outline: boolean;
}

/** An overload with its lines. */
export interface MethodCandidate {
  readonly naming: MethodNaming | undefined;
  readonly ranges: readonly MappedRange[];
}

export interface ClassMapping {
  readonly originalName: string;
  readonly residualName: string;
  /** Named by the map. */
  readonly sourceFile: string | undefined;
  readonly methods: {
    /** By the shrunk name, in the map's order; undefined when the map has none. */
    method(residualName: string): readonly MethodCandidate[] | undefined;
  };
}
