import { divideSessions, type SetServices } from '../../../extension/sessions/baseline/choose-sets.ts';
import { fileOf } from '../../../extension/side-bar/file-commands.ts';
import { type ComparisonServices, Comparisons } from './comparisons.ts';
import type { compareCommands } from './contributions.ts';

export function compareHandlers(
  services: ComparisonServices & SetServices,
): Readonly<Record<keyof typeof compareCommands, (argument: unknown) => Promise<void>>> {
  const comparisons = new Comparisons(services);
  return {
    /** Sessions of the view or the Explorer: asks which are the baseline. */
    compareSelected: async (argument) => {
      const uris = (Array.isArray(argument) ? argument : [argument]).flatMap((each) => fileOf(each) ?? []);
      const paths = [...new Set(uris.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath))];
      const sets = await divideSessions(services, paths);
      if (sets !== undefined) await comparisons.show(sets);
    },
  };
}
