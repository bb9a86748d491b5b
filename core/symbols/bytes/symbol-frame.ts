/** One function at an address. Several come innermost first: each is inlined into the next. */
export interface SymbolFrame {
  /** The linkage name, else the plain name. */
  readonly name?: string;
  /** Composed of compilation directory, directory and file. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Distinguishes code in one line: of the line program's row, or of an inlined call. Only on request. */
  readonly discriminator?: number;
  /** Only on request. */
  readonly start?: FunctionStart;
  /** True for all but the outermost. */
  readonly inlined: boolean;
}

export interface FunctionStart {
  /** The file of the declaration. */
  readonly file?: string;
  readonly line?: number;
  /** As linked; absent for code in several pieces. */
  readonly address?: number;
}

/** `exact`: the build's id is the app's; `nearest`: by the symbol before the address; `unknown`: no name. */
export type Confidence = 'exact' | 'nearest' | 'unknown';
