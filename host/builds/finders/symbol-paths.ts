import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Candidate, CandidateKind, Finder, FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { dsymFiles } from '../../folders/xcode-products.ts';
import { openForeignFile } from '../../foreign-file.ts';

const limits = { depth: 8, entries: 50_000 } as const;
/** Files of a folder whose first bytes are read, as their names say nothing. */
const MOST_READ = 2_000;
/** Kinds of files without symbols, by their endings. */
const WITHOUT_SYMBOLS: ReadonlySet<string> = new Set(
  (
    'java kt kts groovy gradle dart swift c cc cpp h hpp m mm js jsx ts tsx css html htm json xml yaml yml toml properties lock md txt log csv ' +
    'map proto sql sh bat py rb png jpg jpeg webp gif svg ico bmp ttf otf woff woff2 mp3 mp4 ogg wav pdf class jar dex aar zip gz tar o a d ' +
    'stamp pom sha1 md5 bin dat db plist strings nib car laglens gitignore'
  ).split(' '),
);

/** `PK\3\4`, a zip file's first entry. */
const ZIP_MARK = 0x504b0304;
const ELF_MARK = 0x7f454c46;
/** mach-o/loader.h and fat.h: MH_CIGAM_64 (as it stands in a little-endian file), FAT_MAGIC, FAT_MAGIC_64. */
const machoMarks: ReadonlySet<number> = new Set([0xcffaedfe, 0xcafebabe, 0xcafebabf]);

/** A file or folder named by the user. A file is trusted to hold symbols, whatever its name. */
export function symbolPath(path: string): Finder {
  return {
    place: path,
    async *candidates(report) {
      const found = await stat(path).catch((error: unknown) => {
        report.problem(`${path} can't be searched: ${error instanceof Error ? error.message : error}.`);
        return undefined;
      });
      if (found?.isDirectory() === true) yield* inFolder(path, report);
      else if (found?.isFile() === true) {
        report.watch(dirname(path));
        yield { path, kind: kindOf(basename(path)) ?? (await kindByContent(path)), foundBy: 'named by you', isNamed: true };
      }
    },
  };
}

async function* inFolder(folder: string, report: FinderReport): AsyncGenerator<Candidate> {
  report.watch(folder);
  if (folder.endsWith('.dSYM')) yield* dsymFiles(folder, 'named by you', report);
  const foundBy = `in ${folder}`;
  const walk: Walk = {
    limits,
    folder: (name: string) => (name.endsWith('.dSYM') ? 'give' : 'enter'),
    file: (name: string, path: string) => kindOf(name) !== undefined || isBundleProgram(name, path) || mayHoldSymbols(name),
  };
  const watched = new Set<string>();
  let read = 0;
  for await (const { path, isFolder } of walkFolder(folder, walk, report)) {
    if (isFolder) yield* dsymFiles(path, foundBy, report);
    else {
      const byName = kindOf(basename(path)) ?? (isBundleProgram(basename(path), path) ? 'native' : undefined);
      if (byName === undefined && read++ === MOST_READ)
        report.problem(`${folder}: only the first ${MOST_READ.toLocaleString('en')} files of unknown kind were checked for symbols.`);
      if (byName === undefined && (read > MOST_READ || !(await isProgram(path)))) continue;
      if (!watched.has(dirname(path))) report.watch(dirname(path));
      watched.add(dirname(path));
      yield { path, kind: byName ?? 'native', foundBy, isNamed: true };
    }
  }
}

/** The kind by name; undefined for files without symbols. */
export function kindOf(name: string): CandidateKind | undefined {
  if (/(^|[-_.])(mapping|proguard|retrace)[^/\\]*\.(txt|map)$/i.test(name) || /^map\.txt$/i.test(name)) return 'mapping';
  if (/\.(apk|aab)$|^native-debug-symbols.*\.zip$/i.test(name)) return 'archive';
  return /\.(so(\.\d+)*|so\.dbg|so\.sym|debug|dylib)$/i.test(name) ? 'native' : undefined;
}

/** Flutter's `app.android-arm64.symbols`, `libshop.so.unstripped`, programs without an ending. */
function mayHoldSymbols(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot !== 0 && !WITHOUT_SYMBOLS.has(name.slice(dot + 1).toLowerCase());
}

async function isProgram(path: string): Promise<boolean> {
  const mark = await markOf(path);
  return mark === ELF_MARK || (mark !== undefined && machoMarks.has(mark));
}

/** The kind by the first bytes. Maps begin with any text, so other files without a mark count as maps. */
async function kindByContent(path: string): Promise<CandidateKind> {
  const mark = await markOf(path);
  // The reader of the file reports the error.
  if (mark === undefined) return 'native';
  if (mark === ZIP_MARK) return 'archive';
  return mark === ELF_MARK || machoMarks.has(mark) ? 'native' : 'mapping';
}

/** The first four bytes; undefined for an unreadable file. */
async function markOf(path: string): Promise<number | undefined> {
  const bytes = Buffer.alloc(4);
  try {
    const { handle } = await openForeignFile(path, { links: 'follow' });
    try {
      await handle.read({ buffer: bytes, position: 0 });
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
  return bytes.readUInt32BE(0);
}

function isBundleProgram(name: string, path: string): boolean {
  return /^(.*)\.(?:app|appex|framework)$/.exec(basename(dirname(path)))?.[1] === name;
}
