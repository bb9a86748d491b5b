import { literalPattern } from '../../text/escape.ts';

/**
 * Shortens paths for other readers, on any system: folders to their names; homes, volumes and servers to `~`. Java descriptors stay.
 * @param folders absolute, without a trailing separator
 */
export function pathShortener(folders: readonly string[]): (text: string) => string {
  const names = new Map(folders.map((folder) => [compared(folder), folder.split(/[\\/]/).at(-1) ?? '']));
  const known = folders.filter((folder) => names.get(compared(folder)) !== '').sort((a, b) => b.length - a.length);
  const patterns = known.map((folder) => ({ pattern: folderPattern(folder), name: names.get(compared(folder)) ?? '' }));
  return (text) => {
    if (!/[\\/]/.test(text) || DESCRIPTOR.test(text)) return text;
    let pieces: readonly Piece[] = [{ text, isDone: false }];
    for (const { pattern, name } of patterns)
      pieces = pieces.flatMap((piece) => (piece.isDone ? [piece] : splitAt(piece.text, pattern, name)));
    return pieces.map((piece) => (piece.isDone ? piece.text : withoutHomes(piece.text))).join('');
  };
}

/** `isDone`: in a known folder, so a folder `home` in it is no home. */
interface Piece {
  readonly text: string;
  readonly isDone: boolean;
}

/** Types and signatures of JVMS 4.3: they have slashes and are no paths. */
const DESCRIPTOR = /^(?:\((?:\[*(?:L[\w$-][^;:\s\\.]*;|[BCDFIJSZ]))*\))?\[*(?:L[\w$-][^;:\s\\.]*;|[BCDFIJSZV])$/;

const isOfWindows = (path: string): boolean => /^[A-Za-z]:[\\/]|^\\\\/.test(path);

/** Windows ignores case, and takes both slashes. */
function compared(path: string): string {
  return isOfWindows(path) ? path.toLowerCase().replaceAll('/', '\\') : path;
}

/** The folder in every spelling of tools, as a whole name, with the rest of the path: `shop` does not match in `shopping`. */
function folderPattern(folder: string): RegExp {
  const rest = String.raw`(?=$|[\\/\s:"',;().])(?<rest>[\\/][^\s"',;:()]*)?`;
  if (!isOfWindows(folder)) return new RegExp(literalPattern(folder) + rest, 'g');
  const slashed = (path: string): string => path.split(/[\\/]/).map(literalPattern).join(String.raw`[\\/]{1,2}`);
  const drive = /^([A-Za-z]):(.*)$/s.exec(folder);
  const begin = drive === null ? '' : String.raw`(?:(?:[\\/]{2}[?.][\\/])?${drive[1]}:|(?<!\w)/(?:mnt/|cygdrive/)?${drive[1]}(?=/))`;
  return new RegExp(begin + slashed(drive?.[2] ?? folder) + rest, 'gi');
}

function splitAt(text: string, pattern: RegExp, name: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push({ text: text.slice(at, match.index), isDone: false }, { text: name + (match.groups?.rest ?? ''), isDone: true });
    at = match.index + match[0].length;
  }
  return [...pieces, { text: text.slice(at), isDone: false }];
}

/**
 * A folder's name may hold blanks and commas, but does not end with a blank or colon: there another path begins. Without a separator, the
 * sentence continues after the word, or after capitalised words.
 */
const word = String.raw`[^\\/\s:"',;()<>|]`;
const NAME = String.raw`(?:[^\\/\r\n"<>|]{0,254}[^\\/\r\n"<>|\s:;,](?=[\\/])|${word}+(?:[,;']${word}+)*(?:(?<![.!?]) \p{Lu}${word}*)*)`;
const SLASH = String.raw`[\\/]{1,2}`;
const anyCase = (text: string): string => text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
/** Disks of Windows in Linux, and macOS' own volume. */
const ABOVE = String.raw`(?:\b[A-Za-z]:|(?<!\w)/(?:mnt/\w|cygdrive/\w|\w|data|var|usr|export|System/Volumes/Data)(?=/))?`;
const PEOPLE = ['users', 'home', 'documents and settings', 'documents%20and%20settings'].map(anyCase).join('|');
const HOMES = `${ABOVE}${SLASH}(?:${PEOPLE})${SLASH}`;
const VOLUME = String.raw`(?<!\w)/Volumes/`;
/** Server and share; two slashes only at a text's begin, since `//` starts comments and follows schemes. */
const SERVER = String.raw`(?:(?<![\w\\/:])\\{2,4}|^//)(?:[?.]${SLASH}[Uu][Nn][Cc]${SLASH})?[^\\/\s"<>|?.*][^\\/\s"<>|]*${SLASH}(?:(?:${PEOPLE})${SLASH})?`;
const ROOT_HOME = String.raw`(?<![\w.~-])/(?:var/)?root(?=[\\/\s:"',;()]|$)`;

const WHOLE_HOME = new RegExp(String.raw`^(?:${HOMES}|${VOLUME}|${SERVER})[^\\/\r\n]+$`, 'u');
const HOME = new RegExp(`(?:${HOMES}|${VOLUME}|${SERVER})${NAME}|${ROOT_HOME}`, 'gu');

function withoutHomes(text: string): string {
  if (WHOLE_HOME.test(text)) return '~';
  return text.replaceAll(HOME, '~');
}
