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

/** Folders of a remote window, whose builds this computer cannot read. @param names of the folders */
export function remotePlaces(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const folders = names.length === 1 ? 'folder' : 'folders';
  return [
    `nothing of the remote ${folders} ${names.slice(0, MOST_PLACES).join(', ')} (copy mapping.txt or the libraries here and choose them with Locate…)`,
  ];
}
