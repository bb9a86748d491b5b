import { LaglensError } from '../../core/errors.ts';

/** A build's time, for people: `2026-11-20 14:03 UTC`. */
export function dayOf(wallMs: number): string {
  return `${new Date(wallMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** What to do after an error, '' when nothing is known. */
export function nextOf(error: unknown): string {
  return error instanceof LaglensError ? error.next : '';
}

const MOST_PLACES = 6;

/** Where was looked, as a sentence. */
export function searchedIn(places: readonly string[]): string {
  if (places.length === 0) return 'No folder is searched for builds.';
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  return `Searched: ${places.slice(0, MOST_PLACES).join('; ')}${more}.`;
}
