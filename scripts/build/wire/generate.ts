import { cHeader } from './c-header.ts';
import { protocolReference } from './reference.ts';

/** Follows from the table of messages. */
export interface GeneratedFile {
  /** From the checkout's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** All files that `scripts/generate.ts` writes and a test compares. */
export function generatedFiles(): readonly GeneratedFile[] {
  return [
    { path: 'device-agents/core/wire_schema.h', text: cHeader() },
    { path: 'docs/wire-protocol.md', text: protocolReference() },
  ];
}
