import { type ErrorCode, LaglensError } from '../../errors.ts';

const reasons = {
  missing: { code: 'symbols-missing', next: 'Build again, or point at the folder where this file is now.' },
  changed: { code: 'symbols-changed', next: 'Build again without changing files meanwhile, then let Laglens search once more.' },
  malformed: { code: 'symbols-malformed', next: 'The file is damaged or cut off: build again, or point at another copy of it.' },
  unsupported: {
    code: 'symbols-unsupported',
    next: 'Point at a build with debug information that Laglens reads: ELF or Mach-O with DWARF 2 to 5, or a mapping of R8.',
  },
} as const satisfies Record<string, { readonly code: ErrorCode; readonly next: string }>;

type SymbolErrorReason = keyof typeof reasons;

interface SymbolErrorDetails {
  readonly reason: SymbolErrorReason;
  /** With the part that was read (`libshop.so .debug_info`). */
  readonly file: string;
  /** Offset in `file`, or in the section it names. */
  readonly offset: number;
  /** Ends the sentence "expected …". */
  readonly expected: string;
  /** Ends the sentence "found …". */
  readonly found?: string;
  /** Replaces the reason's next step. */
  readonly next?: string | undefined;
  readonly cause?: unknown;
}

export class SymbolError extends LaglensError {
  readonly reason: SymbolErrorReason;
  readonly file: string;
  readonly offset: number;
  readonly expected: string;

  constructor(details: SymbolErrorDetails) {
    const { file, offset, expected, found, cause } = details;
    const place = `${file} at 0x${offset.toString(16)}`;
    const { code, next } = reasons[details.reason];
    super({
      code,
      next: details.next ?? next,
      message: `${place}: expected ${expected}${found === undefined ? '' : `, found ${found}`}.`,
      cause,
    });
    this.reason = details.reason;
    this.file = file;
    this.offset = offset;
    this.expected = expected;
  }
}
