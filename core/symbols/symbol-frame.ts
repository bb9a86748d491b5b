/** One function at an address. Several for one address come innermost first: each is inlined into the next. */
export interface SymbolFrame {
  /** The linkage name when there is one, else the plain name. */
  readonly name?: string;
  /** The source file as the debug information composes it: compilation directory, directory, file. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** True for all but the outermost. */
  readonly inlined: boolean;
}

/** `exact`: the build's id is the app's; `nearest`: only the symbol before the address is known; `unknown`: no name at all. */
export type Confidence = 'exact' | 'nearest' | 'unknown';
