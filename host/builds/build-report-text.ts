import { LaglensError } from '../../core/errors.ts';

/** A build's time, for people: `2026-11-20 14:03 UTC`. */
export function dayOf(wallMs: number): string {
  return `${new Date(wallMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The next step after an error, '' unknown. */
export function nextOf(error: unknown): string {
  return error instanceof LaglensError ? error.next : '';
}

const MOST_PLACES = 6;

export function searchedIn(places: readonly string[]): string {
  if (places.length === 0) return 'No folder is searched for builds.';
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  return `Searched: ${places.slice(0, MOST_PLACES).join('; ')}${more}.`;
}

/** A folder of a remote window, of whose builds some have no copy here. */
export function remotePlace(name: string, problems: readonly string[]): string {
  const [first = '', ...more] = problems;
  return `not all of the remote folder ${name} (${first.replace(/\.$/, '')}${more.length > 0 ? `; and ${more.length} more` : ''}; choose it with Locate…)`;
}
