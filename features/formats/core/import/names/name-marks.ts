/** A name without its marks. */
export interface MarkedName {
  readonly text: string;
  /** A mark that only Java and Kotlin have. */
  readonly isManaged: boolean;
  /** A mark of the kernel or of JavaScript's engine. */
  readonly isNative: boolean;
}

/** async-profiler's kinds of frames: interpreted, C1, inlined, just in time; kernel. */
const KINDS = '01ijk';
/** Words in brackets that profilers, ART (`[DEDUPED]`) and simpleperf write before or behind a name. */
const WORDS: ReadonlySet<string> = new Set(
  'i j c1 c2 aot oat jit nterp interp interpreter interpreted inline inlined compiled deduped native jit-cache jitcache'.split(' '),
);
/** V8's names in perf's maps and logs: `LazyCompile:*total /app/cart.js:12:5`. */
const V8 = ['LazyCompile:', 'Function:', 'JS:', 'Eval:', 'Script:', 'Callback:'];
const MOST_MARKS = 4;

export function withoutMarks(name: string): MarkedName {
  // Log4j puts the library behind a frame: `…(Cart.kt:12) ~[shop.jar:1.0]`.
  const library = name.endsWith(']') ? name.lastIndexOf('~[') : -1;
  let text = (library > 0 ? name.slice(0, library) : name).trim();
  let [isManaged, isNative] = [false, false];
  for (let count = 0; count < MOST_MARKS; count++) {
    const kind = text.at(-2) ?? '';
    if (text.length > 4 && text.endsWith(']') && text.slice(-4, -2) === '_[' && KINDS.includes(kind)) {
      isNative ||= kind === 'k';
      isManaged ||= kind !== 'k';
      text = text.slice(0, -4);
      continue;
    }
    const bare = withoutWord(text);
    if (bare === text) break;
    text = bare;
  }
  const v8 = V8.find((each) => text.startsWith(each));
  if (v8 === undefined) return { text, isManaged, isNative };
  const bare = text.slice(v8.length);
  return { text: /^[*~^+]/.test(bare) ? bare.slice(1) : bare, isManaged: false, isNative: true };
}

function withoutWord(text: string): string {
  if (text.startsWith('[')) {
    const end = text.indexOf('] ');
    if (end > 0 && isMark(text.slice(1, end))) return text.slice(end + 2).trimStart();
  }
  const closing = text.at(-1);
  if (closing !== ']' && closing !== ')') return text;
  const begin = text.lastIndexOf(closing === ']' ? ' [' : ' (');
  return begin > 0 && isMark(text.slice(begin + 2, -1), closing === ')') ? text.slice(0, begin).trimEnd() : text;
}

/** @param isRound round brackets have types, too */
function isMark(word: string, isRound = false): boolean {
  const plain = word.toLowerCase();
  return isRound ? plain === 'inlined' : WORDS.has(plain.split(' ', 1)[0] ?? '');
}
