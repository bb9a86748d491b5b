import { importLimits } from './import-limits.ts';
import { managedName } from './names/managed-name.ts';
import { withoutMarks } from './names/name-marks.ts';
import { isManagedFile, isOtherLanguage, placeBehind } from './names/name-place.ts';

/** A frame's name in parts. */
export interface NameParts {
  /** Dotted; '' for functions, and for languages whose classes Laglens does not know. */
  readonly class: string;
  readonly function: string;
  /** JVM descriptor; absent if the text lacks types. */
  readonly signature?: string;
  /** '' if unknown. */
  readonly file: string;
  /** From 1; 0 if unknown. */
  readonly line: number;
}

/** Facts that a file has beside the name. */
interface NameFacts {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** The file has Java and Kotlin only. */
  readonly isManaged?: boolean;
}

/**
 * A name as any tool writes it -> class, method, file and line. Java and Kotlin names: dotted or slashed, with types, descriptors, places
 * and marks (`void com.ex.Cart.total(int)`, `Lcom/ex/Cart;->total(I)V`, `com/ex/Cart.total_[j]`, `com.ex.Cart.total (Cart.kt:12)`).
 * Others stay functions. The work is linear.
 */
export function namePartsOf(name: string, { file: ownFile = '', line: ownLine = 0, isManaged = false }: NameFacts = {}): NameParts {
  const cut = name.length > importLimits.letters ? name.slice(0, importLimits.letters) : name;
  const isBare = BARE.test(cut);
  const marked = isBare ? { text: cut, isManaged: false, isNative: false } : withoutMarks(cut);
  const place = isBare ? { text: cut, file: '', line: 0, isManaged: false } : placeBehind(marked.text);
  const file = ownFile || place.file;
  const at = { file, line: ownLine || place.line };
  const isOther = marked.isNative || (file !== '' && isOtherLanguage(file));
  const isSure = isManaged || marked.isManaged || place.isManaged || isManagedFile(file);
  const managed = isOther ? undefined : managedName(place.text, { isSure, file });
  if (managed !== undefined) return { ...managed, ...at };
  if (!isOther && place.text !== marked.text && !isOneName(place.text))
    return { class: '', function: marked.text, file: ownFile, line: ownLine };
  // A number behind a name is a line only where a file is known.
  return place.file === ''
    ? { class: '', function: marked.text, file: ownFile, line: ownLine }
    : { class: '', function: place.text, ...at };
}

/** Without marks and a place: most names of long files are so. */
const BARE = /^[A-Za-z_$][\w$.]*$/;

/** False for sentences, such as Android's sections about locks, that end in a place. */
function isOneName(text: string): boolean {
  return !text.includes(' ') || text.includes('::') || /^[-+]\[/.test(text);
}

/** Usual names of an app's main thread. */
const MAIN_NAMES: ReadonlySet<string> = new Set([
  'main',
  'main thread',
  'main-thread',
  'com.apple.main-thread',
  'crrenderermain',
  'crbrowsermain',
  'geckomain',
]);

export function isMainName(name: string): boolean {
  return MAIN_NAMES.has(name.toLowerCase());
}
