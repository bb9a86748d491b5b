import { LaglensError } from '../../../../core/errors.ts';
import { oneLine } from '../../../../core/text/one-line.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { unreadable } from '../import/import-errors.ts';

/** Between a container's path and an entry's name. Shells want single quotes around it. */
export const ENTRY_MARK = '!/';
/** Entries of a container that are looked into. */
export const MOST_ENTRIES = 2_000;
/** Entries that are listed: a tar of empty files packs into nearly nothing. */
const MOST_LISTED = 100_000;
const MOST_NAMED = 20;
const MOST_LETTERS = 200;

/** Of Android's bug reports: what they know of lags (frameworks/native/cmds/dumpstate). */
const BUG_REPORT = /^(?:FS\/data\/(?:anr|tombstones)\/[^/]+|(?:[^/]+\/)?(?:bugreport|dumpstate)-[^/]*\.txt)$/;

export interface NamedEntry {
  readonly name: string;
}

export interface ReadableEntry {
  readonly name: string;
  /** Label of its format. */
  readonly label: string;
}

/** Throws LaglensError `format-too-large` for more files than are listed. */
export function refuseTooMany(container: string, count: number): void {
  if (count <= MOST_LISTED) return;
  throw unreadable(
    'format-too-large',
    phrase`${container} holds more than ${MOST_LISTED.toLocaleString('en')} files.`,
    phrase`Unpack it, and open the profile itself.`,
  );
}

/** Entries that may be profiles; throws LaglensError `format-unknown` for archives that are something else as a whole. */
export function candidatesOf<E extends NamedEntry>(container: string, entries: readonly E[]): readonly E[] {
  const names = entries.map(({ name }) => name);
  refuseKind(container, entries, 'certain');
  const plain = entries.filter(({ name }) => !/(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name));
  if (!names.some((name) => name.startsWith('FS/data/'))) return plain;
  return plain.filter(({ name }) => BUG_REPORT.test(name));
}

/** Throws LaglensError `format-unknown` for a folder, named for what it is. @param names of its first level */
export function refuseFolder(name: string, names: readonly string[]): never {
  refuseKind(
    name,
    names.map((each) => ({ name: `${name}/${each}` })),
    'likely',
  );
  throw unreadable('format-unknown', phrase`${shown(name)} is a folder.`, phrase`Name a file in it.`);
}

function refuseKind(container: string, entries: readonly NamedEntry[], sureness: 'certain' | 'likely'): void {
  const kind = kinds.find((each) => (sureness === 'likely' || each.isCertain) && entries.some(({ name }) => each.has(name)));
  if (kind !== undefined) throw unreadable('format-unknown', phrase`${container} is ${kind.is}.`, kind.next);
}

const OPEN_BUILD = phrase`It names the functions of a session: \`laglens symbolicate SESSION --build FILE\`.`;

interface Kind {
  readonly is: string;
  readonly next: string;
  readonly has: (name: string) => boolean;
  /** Nothing in it is looked into. */
  readonly isCertain?: true;
}

const kinds: readonly Kind[] = [
  {
    is: phrase`a trace of Instruments, which only Apple’s tools read`,
    next: phrase`Export it on a Mac: \`xcrun xctrace export --input FILE --xpath '//trace-toc/run/data/table[@schema="time-profile" or @schema="potential-hangs"]'\`.`,
    has: (name) => /(?:^|\/)[^/]+\.trace\/(?:form\.template|Trace\d+\.run(?:\/|$)|corespace(?:\/|$))/.test(name),
  },
  {
    is: phrase`an app of Android, no profile`,
    next: OPEN_BUILD,
    has: (name) => name === 'AndroidManifest.xml' || name === 'BundleConfig.pb',
    isCertain: true,
  },
  { is: phrase`an app of iOS, no profile`, next: OPEN_BUILD, has: (name) => /^Payload\/[^/]+\.app\//.test(name), isCertain: true },
  {
    is: phrase`a bundle of debug symbols, no profile`,
    next: phrase`Unpacked, it names the functions of a session: \`laglens symbolicate SESSION --build FOLDER\`.`,
    has: (name) => /(?:^|\/)[^/]+\.dSYM\/Contents(?:\/|$)/.test(name),
  },
  {
    is: phrase`a library of Java (jar), no profile`,
    next: phrase`Open a recording of the app.`,
    has: (name) => name === 'META-INF/MANIFEST.MF',
  },
];

/** The entry of the name, also without the folders before it. Throws LaglensError for names that no entry or several have. */
export function entryOfName<E extends NamedEntry>(container: string, entries: readonly E[], name: string): E {
  const found = entries.find((entry) => entry.name === name);
  const ending = entries.filter((entry) => entry.name.endsWith(`/${name}`));
  const [only, other] = ending;
  if (found !== undefined) return found;
  if (only !== undefined && other === undefined) return only;
  throw unreadable(
    'format-unknown',
    only === undefined ? phrase`${container} has no file “${shown(name)}”.` : phrase`${container} has several files “${shown(name)}”.`,
    phrase`It has ${listed((only === undefined ? entries : ending).map((entry) => shown(entry.name)))}.`,
  );
}

/** Several files of a container are readable: one has to be chosen. */
export class SeveralProfiles extends LaglensError {
  readonly found: readonly ReadableEntry[];

  constructor(container: string, found: readonly [ReadableEntry, ...ReadableEntry[]]) {
    const names = listed(found.map(({ name, label }) => `${shown(name)} (${label})`));
    super({
      code: 'format-several',
      message: phrase`${container} holds ${found.length} files that Laglens reads: ${names}.`,
      next: phrase`Name one: \`laglens report '${container}${ENTRY_MARK}${shown(found[0].name)}'\`; or unpack it, and open one.`,
    });
    this.found = found;
  }
}

/** The only readable entry of some. Throws `SeveralProfiles`. */
export function onlyReadable<R extends ReadableEntry>(container: string, found: readonly [R, ...R[]]): R {
  if (found.length > 1) throw new SeveralProfiles(container, found);
  return found[0];
}

/** Throws LaglensError for a container without readable entries. */
export function noReadable(container: string, entries: readonly NamedEntry[]): never {
  refuseKind(container, entries, 'likely');
  throw unreadable(
    'format-unknown',
    entries.length === 0 ? phrase`${container} holds no files.` : phrase`${container} holds no file that Laglens reads.`,
    phrase`Pack a profile or report itself.`,
  );
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  return `${texts.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function shown(name: string): string {
  return oneLine(name).slice(0, MOST_LETTERS);
}
