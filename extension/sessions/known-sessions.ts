import type { StoredSession } from '../../host/capture/library.ts';
import type { KnownSession } from './comparable-sessions.ts';
import type { StoredFacts } from './facts/stored-facts.ts';

/** Sessions with their facts; undefined if some have to be read. */
export async function factsOf(facts: StoredFacts, sessions: readonly StoredSession[]): Promise<readonly KnownSession[] | undefined> {
  const known = await withFacts(facts, sessions);
  return known.every(({ recorded }) => recorded !== undefined) ? known : undefined;
}

/** Waits until the facts of all sessions are known. @param step gets how many are. Rejects if the signal aborts. */
export async function knownSessions(
  facts: StoredFacts,
  sessions: readonly StoredSession[],
  signal: AbortSignal,
  step: (known: number) => void,
): Promise<readonly KnownSession[]> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  try {
    for (;;) {
      // Listens before it asks, so that no change is missed.
      const changed = nextChange(facts, either);
      const known = await withFacts(facts, sessions);
      const missing = known.filter(({ recorded }) => recorded === undefined);
      signal.throwIfAborted();
      step(known.length - missing.length);
      if (missing.length === 0) return known;
      // Lists of sessions may want others meanwhile.
      facts.want(missing.map(({ session }) => session));
      await changed;
    }
  } finally {
    done.abort();
  }
}

function withFacts(facts: StoredFacts, sessions: readonly StoredSession[]): Promise<readonly KnownSession[]> {
  return Promise.all(sessions.map(async (session) => ({ session, recorded: await facts.known(session) })));
}

async function nextChange({ onDidChange }: StoredFacts, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      listening.dispose();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const listening = onDidChange(end);
    signal.addEventListener('abort', end, { once: true });
  });
}
