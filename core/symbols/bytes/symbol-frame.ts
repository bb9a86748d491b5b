/** Several come innermost first, each inlined into the next. */
export interface SymbolFrame {
  /** The linkage name, else the plain name. */
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Distinguishes code in one line. Only on request. */
  readonly discriminator?: number;
  /** Only on request. */
  readonly start?: FunctionStart;
  readonly inlined: boolean;
  /** The name is one of C++ without its scope. */
  readonly isPlain?: true;
  /** The line is known, its function is in a file that was not read (split DWARF): it may be an inlined one. */
  readonly isLineOnly?: true;
}

export interface FunctionStart {
  /** File of the declaration. */
  readonly file?: string;
  readonly line?: number;
  /** Address as linked; absent for code in several pieces. */
  readonly address?: number;
}

/** `exact`: the build's id is the app's; `nearest`: by the symbol before the address; `unknown`: no name. */
export type Confidence = 'exact' | 'nearest' | 'unknown';
