import { modelSession, modelSessions } from '../../tests/hostile/model-sessions.ts';
import { packedSession } from '../../tests/hostile/packed-session.ts';
import { symbolSessions } from '../../tests/hostile/symbol-sessions.ts';

interface HostileSession {
  readonly name: string;
  bytes(chunks: number): Uint8Array;
}

const wantsNames = Object.entries(symbolSessions).map(
  ([name, messages]): HostileSession => ({
    name: `${name} to be named`,
    bytes: (chunks) => packedSession(Array.from({ length: chunks }, (_, chunk) => messages(chunk))),
  }),
);
const wantsModel = modelSessions.map(
  (kind): HostileSession => ({ name: `${kind} of the model`, bytes: (chunks) => modelSession(kind, chunks) }),
);

/** Every hostile session of tests/hostile by name. */
export const hostileSessions: readonly HostileSession[] = [...wantsModel, ...wantsNames];
