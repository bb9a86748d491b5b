/** One function at an address. Several for one address come innermost first: each is inlined into the next. */
export interface SymbolFrame {
  /** The linkage name when there is one, else the plain name. */
  readonly name?: string;
  /** The source file as the debug information composes it: compilation directory, directory, file. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Tells apart what stands in one line: of the row of the line program, of an inlined call's entry. Only when asked for. */
  readonly discriminator?: number;
  /** Only when asked for. */
  readonly start?: FunctionStart;
  /** True for all but the outermost. */
  readonly inlined: boolean;
}

/** Where a function begins. */
export interface FunctionStart {
  /** Where it is declared. */
  readonly file?: string;
  readonly line?: number;
  /** Of its code, as linked; absent where that is in several pieces. */
  readonly address?: number;
}

/** `exact`: the build's id is the app's; `nearest`: only the symbol before the address is known; `unknown`: no name at all. */
export type Confidence = 'exact' | 'nearest' | 'unknown';
