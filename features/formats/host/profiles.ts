import type { ForeignReader } from '../../../host/foreign-reader.ts';
import { refuseChoices } from './import-choices.ts';
import { isSessionFile, splitEntry } from './profile-file.ts';

export const profiles: ForeignReader = {
  reads: async (path, choices) => {
    if (!(await isSessionFile(path))) return true;
    refuseChoices(path, choices);
    return false;
  },
  // Sessions need none of the import's modules.
  model: async (path, signal, choices) => (await import('./imported-profile.ts')).importedModel(path, signal, choices),
  placeOf: splitEntry,
};
