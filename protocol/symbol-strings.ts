export const symbolStrings = {
  symbolsTitle: 'Symbols',
  symbolsAbout: 'Where names and lines of this session come from.',
  symbolsKept: 'What is found becomes part of the session, which then needs no build to be read.',
  symbolsNotKept: 'What is found is not written into this file. “Save As…” writes a copy with it.',
  symbolsNone: 'Nothing in this session needs symbols: the app told all names itself.',
  symbolsLooking: 'Looking…',
  symbolsSearched: 'Looked everywhere again.',
  symbolId: 'id {0}',
} as const;
