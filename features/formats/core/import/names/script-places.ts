/** A place in a profile's JavaScript, from 0. */
export interface ScriptPlace {
  /** '' in bytecode whose bundle has no name. */
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** The function's begin; undefined if unknown. */
  readonly begin: { readonly line: number; readonly column: number } | undefined;
  /** The column counts bytes of Hermes' bytecode; undefined: the profile does not say. */
  readonly isBytecode: boolean | undefined;
}

/** A place in a source file. */
export interface SourcePlace {
  /** Name of the function around it; '' if unknown. */
  readonly function: string;
  /** That a source map has for the place, as at a function's begin; '' for none. */
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Sources of a profile's places, as a source map knows them. */
export interface ScriptPlaces {
  /** Undefined for a place without a known source. */
  at(place: ScriptPlace): SourcePlace | undefined;
}
