import { basename } from 'node:path';
import type { StoredSession } from '../../host/capture/library.ts';
import type { RecordedFacts } from './facts/recorded-facts.ts';
import { appText, recordedMs } from './facts/session-texts.ts';

/** A stored session, and what is known without reading it. */
export interface KnownSession {
  readonly session: StoredSession;
  readonly recorded: RecordedFacts | undefined;
}

/**
 * The sessions that can be compared with one, in their order.
 * @param path of that one; all are `others` if it is left out
 * @returns as `likely` its app's last session before it, else the newest of its app
 */
export function comparableTo(
  path: string | undefined,
  all: readonly KnownSession[],
): { readonly likely: readonly KnownSession[]; readonly others: readonly KnownSession[] } {
  if (path === undefined) return { likely: [], others: all };
  const listed = all.filter(({ session }) => session.path !== path);
  const own = all.find(({ session }) => session.path === path) ?? { session: file(path), recorded: undefined };
  const app = appText(own.session, own.recorded);
  const ownMs = recordedMs(own.session, own.recorded);
  const ofApp = listed.filter(({ session, recorded }) => appText(session, recorded) === app);
  const before = ofApp.filter(({ session, recorded }) => recordedMs(session, recorded) < ownMs);
  const likely = newest(before) ?? newest(ofApp);
  return likely === undefined ? { likely: [], others: listed } : { likely: [likely], others: listed.filter((each) => each !== likely) };
}

function newest(sessions: readonly KnownSession[]): KnownSession | undefined {
  const [first, ...rest] = sessions;
  const atMs = ({ session, recorded }: KnownSession): number => recordedMs(session, recorded);
  return first && rest.reduce((last, each) => (atMs(each) > atMs(last) ? each : last), first);
}

/** A file outside of the library, of which only the name is known. */
function file(path: string): Pick<StoredSession, 'name' | 'modifiedMs'> {
  return { name: basename(path, '.laglens'), modifiedMs: Number.POSITIVE_INFINITY };
}
