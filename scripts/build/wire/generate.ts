import { cHeader } from './c-header.ts';
import { protocolReference } from './reference.ts';

/** A file that follows from the table of messages. */
export interface GeneratedFile {
  /** Path below the root of the checkout, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** All files that `scripts/generate.ts` writes, and that a test compares with what is there. */
export function generatedFiles(): readonly GeneratedFile[] {
  return [
    { path: 'device-agents/core/wire_schema.h', text: cHeader() },
    { path: 'docs/wire-protocol.md', text: protocolReference() },
  ];
}
