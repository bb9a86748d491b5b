import { type ErrorCode, LaglensError } from '../../errors.ts';

/** What kept a file from being read, as a stable code and as the words for the next step. */
const reasons = {
  missing: { code: 'symbols-missing', next: 'Build again, or point at the folder where this file is now.' },
  changed: { code: 'symbols-changed', next: 'Build again without changing files meanwhile, then let Laglens search once more.' },
  malformed: { code: 'symbols-malformed', next: 'The file is damaged or cut off: build again, or point at another copy of it.' },
  unsupported: {
    code: 'symbols-unsupported',
    next: 'Point at a build with debug information that Laglens reads: docs/symbols.md lists it.',
  },
} as const satisfies Record<string, { readonly code: ErrorCode; readonly next: string }>;

export type SymbolErrorReason = keyof typeof reasons;

export interface SymbolErrorDetails {
  readonly reason: SymbolErrorReason;
  /** The file as its driver knows it, with the part of it that was read (`libshop.so .debug_info`). */
  readonly file: string;
  /** Where in `file` (or in the section that `file` names): bytes from its begin. */
  readonly offset: number;
  /** What should have been there, as the end of the sentence "expected …". */
  readonly expected: string;
  /** What was there instead, as the end of the sentence "found …". */
  readonly found?: string;
  /** The next step, where another one than the reason's leads on. */
  readonly next?: string | undefined;
  readonly cause?: unknown;
}

/** The only thing that the readers of this room throw: which file, where in it, and what was expected there. */
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
