import { phrase } from '../../../../core/text/phrase.ts';
import { beginsWith, firstLines, hasAll, type Relative } from './relative.ts';

const NAMES = phrase`It names the functions of a session: \`laglens symbolicate SESSION --build FILE\`.`;
/** Mach-O of 32 and 64 bits in both orders, and universal files (mach-o/loader.h, fat.h). */
const MACHO = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
const FAT = 0xcafebabe;
/** Java's class files have the same first word, and a version of 45 or more where universal files have their count. */
const MOST_SLICES = 44;

function word({ bytes }: { readonly bytes: Uint8Array }, at: number): number {
  return bytes.length < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at);
}

/** Parts of an app's build. */
export const partsOfBuilds: readonly Relative[] = [
  { is: phrase`a program or library (ELF), no profile`, next: NAMES, matches: (begin) => beginsWith(begin, '\x7fELF') },
  {
    is: phrase`a program or library of Apple’s systems (Mach-O), no profile`,
    next: NAMES,
    matches: (begin) => MACHO.has(word(begin, 0)) || (word(begin, 0) === FAT && word(begin, 4) <= MOST_SLICES),
  },
  {
    is: phrase`code of Android or Java (dex, class), no profile`,
    next: phrase`Open a recording of the app that runs it.`,
    matches: (begin) => beginsWith(begin, 'dex\n') || word(begin, 0) === FAT,
  },
  {
    is: phrase`a map of names by R8 or ProGuard, no profile`,
    next: NAMES,
    matches: (begin) => firstLines(begin, 5).some((line) => /^(?:# compiler: R8|# pg_map_id:|[\w.$]{1,500} -> [\w.$]{1,500}:$)/.test(line)),
  },
  {
    is: phrase`a source map of JavaScript, no profile`,
    next: phrase`Apply it in the tool that recorded, and open the profile that this tool saves then.`,
    matches: ({ json }) => hasAll(json, 'mappings', 'sources'),
  },
  {
    is: phrase`a map of methods by Matrix, no profile`,
    next: phrase`Put it as methodMapping.txt into the folder of the issues of TraceCanary, and open these.`,
    // `27448,1,com.example.Shop onDraw (Landroid.graphics.Canvas;)V`
    matches: (begin) => firstLines(begin, 3).some((line) => /^\d{1,10}(?:,\d{1,10}){1,2},[\w.$]{1,300} \S{1,300} \(/.test(line)),
  },
  {
    is: phrase`a table of contents of dSYM or an app (property list), no profile`,
    next: phrase`Open the recording itself.`,
    matches: (begin) => beginsWith(begin, 'bplist00') || begin.text.slice(0, 500).includes('<!DOCTYPE plist'),
  },
];
