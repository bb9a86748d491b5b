import type { FileFacts } from './symbol-questions.ts';

interface FoundFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Wall clock of the last change, in milliseconds. */
  readonly modifiedMs: number;
  /** For people. */
  readonly foundBy: string;
}

/** A local mapping of R8 or ProGuard. */
export interface FoundMapping extends FoundFile {
  readonly facts: Extract<FileFacts, { readonly kind: 'mapping' }>;
  /** Variant as Gradle names it, '' unknown. */
  readonly variant: string;
  /** Application ids of the variant; empty unknown. */
  readonly applicationIds: readonly string[];
  /** The user named it, or a folder above it. */
  readonly isNamed: boolean;
}

/** A local file with an image's code or debug information. */
export interface FoundNative extends FoundFile {
  readonly facts: Extract<FileFacts, { readonly kind: 'native' }>;
}
