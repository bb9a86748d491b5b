import { formats } from '../core/formats.ts';
import { generalEndings, isGeneralEnding } from '../core/recognise.ts';

const own = formats
  .filter(({ reading }) => reading !== undefined)
  .flatMap((format) => format.endings)
  .filter((ending) => !isGeneralEnding(ending));

/** VS Code shows none of a packed file. */
const packed = [...own.map((ending) => `${ending}.gz`), ...formats.flatMap(({ endings }) => endings.filter(isPackedOwn))];

/** Patterns of files that Laglens opens by itself. */
export const ownPatterns: readonly string[] = [...own, ...packed].map((ending) => `*${ending}`);

/** Patterns of files that it can open, too. */
export const otherPatterns: readonly string[] = generalEndings.map((ending) => `*${ending}`);

const either = [...generalEndings, ...own].map((ending) => ending.slice(1).replaceAll('.', '\\.')).join('|');

/** A file in the Explorer or a tab that may be a profile. */
const onProfile = `resourceFilename =~ /\\.(${either})$/i && !explorerResourceIsFolder`;

/** Items for files that may be profiles. */
export const profileItems = [{ command: 'openProfile', when: onProfile, group: '3_laglens@1' }] as const;

/** `.pb.gz`, unlike `.gz` alone. */
function isPackedOwn(ending: string): boolean {
  return ending.endsWith('.gz') && ending !== '.gz';
}
