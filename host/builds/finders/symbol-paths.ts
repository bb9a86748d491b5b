import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Candidate, CandidateKind, Finder, FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { dsymFiles } from '../../folders/xcode-products.ts';
import { openForeignFile } from '../../foreign-file.ts';

const limits = { depth: 8, entries: 50_000 } as const;

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
        yield { path, kind: kindOf(basename(path)) ?? (await kindByContent(path)), foundBy: 'named by you' };
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
    file: (name: string, path: string) => kindOf(name) !== undefined || isBundleProgram(name, path),
  };
  const watched = new Set<string>();
  for await (const { path, isFolder } of walkFolder(folder, walk, report)) {
    if (isFolder) yield* dsymFiles(path, foundBy, report);
    else {
      if (!watched.has(dirname(path))) report.watch(dirname(path));
      watched.add(dirname(path));
      yield { path, kind: kindOf(basename(path)) ?? 'native', foundBy };
    }
  }
}

/** The kind by name; undefined for files without symbols. */
function kindOf(name: string): CandidateKind | undefined {
  if (/(^|[-_.])(mapping|proguard|retrace)[^/\\]*\.(txt|map)$/i.test(name) || /^map\.txt$/i.test(name)) return 'mapping';
  if (/\.(apk|aab)$|^native-debug-symbols.*\.zip$/i.test(name)) return 'archive';
  return /\.(so(\.\d+)*|so\.dbg|so\.sym|debug|dylib)$/i.test(name) ? 'native' : undefined;
}

/** The kind by the first bytes. Maps begin with any text, so other files without a mark count as maps. */
async function kindByContent(path: string): Promise<CandidateKind> {
  const bytes = Buffer.alloc(4);
  try {
    const { handle } = await openForeignFile(path, { links: 'follow' });
    try {
      await handle.read({ buffer: bytes, position: 0 });
    } finally {
      await handle.close();
    }
  } catch {
    // The reader of the file reports the error.
    return 'native';
  }
  const mark = bytes.readUInt32BE(0);
  if (mark === ZIP_MARK) return 'archive';
  return mark === ELF_MARK || machoMarks.has(mark) ? 'native' : 'mapping';
}

function isBundleProgram(name: string, path: string): boolean {
  return /^(.*)\.(?:app|appex|framework)$/.exec(basename(dirname(path)))?.[1] === name;
}
