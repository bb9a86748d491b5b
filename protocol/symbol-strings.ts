export const symbolStrings = {
  symbolsTitle: 'Symbols',
  symbolsAbout: 'Where function names and lines come from.',
  symbolsKept: 'Found symbols are stored in the session.',
  symbolsNotKept: 'Found symbols are not written into this file. “Save As…” writes a copy with them.',
  symbolsNone: 'No symbols needed: the app reports its own names.',
  symbolsLooking: 'Searching…',
  symbolsSearched: 'Searched again.',
  symbolId: 'id {0}',
} as const;
