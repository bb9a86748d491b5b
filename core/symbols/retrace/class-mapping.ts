import type { MappingInformation } from './mapping-comment.ts';
import type { MethodRows } from './method-rows.ts';
import type { MethodText } from './method-text.ts';

/** Inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface MappedRange {
  /** Absent: all lines of the method. */
  readonly minified: LineRange | undefined;
  readonly method: MethodText;
  /** Absent: unknown, or the same as `minified`. */
  readonly original: LineRange | undefined;
  readonly residualName: string;
  /** Its shrunk types, or the original ones if the map states none. */
  residual: ResidualSignature | undefined;
  information: readonly MappingInformation[];
}

export interface ResidualSignature {
  readonly method: MethodText;
  /** Absent when the types are the original ones (apart from renamed classes). */
  readonly descriptor: string | undefined;
}

export interface MethodNaming {
  readonly method: MethodText;
  readonly residualName: string;
  readonly residual: ResidualSignature;
  synthesized: boolean;
  outline: boolean;
}

export interface MethodCandidate {
  readonly naming: MethodNaming | undefined;
  readonly ranges: readonly MappedRange[];
}

export interface ClassMapping {
  readonly originalName: string;
  readonly sourceFile: string | undefined;
  readonly methods: {
    /** In the map's order; undefined when the map has none. */
    method(residualName: string): readonly MethodCandidate[] | undefined;
    /** For many frames, by the bytes of the shrunk name; undefined when only `method` can decide. Kept. */
    rows(bytes: Uint8Array, begin: number, end: number): MethodRows | undefined;
  };
}
