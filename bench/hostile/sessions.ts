import { packedSession } from '../../tests/hostile/packed-session.ts';
import { symbolSessions } from '../../tests/hostile/symbol-sessions.ts';

/** Every hostile session of tests/hostile by its name, made of so many full chunks. */
export const hostileSessions: readonly { readonly name: string; bytes(chunks: number): Uint8Array }[] = Object.entries(symbolSessions).map(
  ([name, messages]) => ({
    name,
    bytes: (chunks) => packedSession(Array.from({ length: chunks }, (_, chunk) => messages(chunk))),
  }),
);
