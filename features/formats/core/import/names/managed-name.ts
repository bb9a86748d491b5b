import { descriptorOf, isPrimitive, withoutGenerics } from './pretty-types.ts';

interface ManagedName {
  /** Dotted. */
  readonly class: string;
  readonly function: string;
  readonly signature?: string;
}

interface Facts {
  /** Something beside the name shows Java or Kotlin. */
  readonly isSure: boolean;
  readonly file: string;
}

const MODIFIERS: ReadonlySet<string> = new Set(
  'public protected private static final abstract native synchronized synthetic bridge varargs strictfp default suspend fun inline'.split(
    ' ',
  ),
);
const METHOD = /^(?:<init>|<clinit>|<anonymous>|[\p{L}_$-][\p{L}\p{N}_$-]*)$/u;
const SEGMENT = /^[\p{L}\p{N}_$-]+$/u;
/** Objects of JavaScript, before whose properties no package stands. */
const SCRIPT_ROOTS: ReadonlySet<string> = new Set('this window self exports module global globalThis document process'.split(' '));
/** Begins of packages; others could be a chain of objects. */
const DOMAINS: ReadonlySet<string> = new Set(
  'com org net io de eu fr uk me dev app co ru cn jp kr br in info android androidx java javax kotlin kotlinx dalvik libcore jdk sun'.split(
    ' ',
  ),
);
/** Names of Kotlin's and Java's compilers, D8 and Compose. */
const COMPILED = /^(?:<init>|<clinit>|access\$|lambda\$|\$lambda|\$r8\$|-\$\$|\w{0,200}\$default$)/;

/** Class and method; undefined where another language may have written the name. */
export function managedName(text: string, { isSure, file }: Facts): ManagedName | undefined {
  const plain = text.startsWith('at ') ? text.slice(3) : text;
  const call = partsOfCall(withoutOffset(withoutModule(plain)));
  if (call === undefined) return undefined;
  const owned = ownerOf(withoutGenerics(call.name));
  if (owned === undefined) return undefined;
  const { owner, method } = owned;
  const segments = owner.split('.');
  if (!METHOD.test(method) || !segments.every((each) => SEGMENT.test(each)) || /^\d/.test(segments[0] ?? '')) return undefined;
  const known = isSure || call.isSure || owned.isSure;
  if (!known && !(hasPackagedClass(segments) || isOfPackage(segments, method)) && !isCompiled(segments, method)) return undefined;
  const isFunctionOfFile = /^\p{Lu}/u.test(method) && file.endsWith('.kt') && segments.every((each) => /^\p{Ll}/u.test(each));
  const named = { class: isFunctionOfFile ? `${owner}.${fileClass(file)}` : owner, function: method };
  return call.signature === undefined ? named : { ...named, signature: call.signature };
}

/** Compose's sections name a function by its package and file: `com.ex.CartScreen (Cart.kt:12)`. */
function fileClass(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1, -3);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Kt`;
}

/** `java.base@17/java.util.ArrayList.add`, `app//com.ex.Cart.total`. */
function withoutModule(text: string): string {
  const at = text.indexOf('/');
  if (at <= 0) return text;
  const isLoader = text[at + 1] === '/';
  const rest = text.slice(at + (isLoader ? 2 : 1));
  const name = text.slice(0, at);
  const isModule = isLoader || ((/^(?:java|jdk|javafx)\./.test(name) || name.includes('@')) && !name.includes(' '));
  return isModule && SEGMENT.test(rest.slice(0, Math.max(0, rest.indexOf('.')))) ? rest : text;
}

/** `…+12`, `…+0x1c` of tombstones and perf. */
function withoutOffset(text: string): string {
  const at = text.lastIndexOf('+');
  return at > 0 && /^(?:0x[0-9a-f]{1,16}|\d{1,9})$/.test(text.slice(at + 1)) && !text.slice(0, at).endsWith('$$Lambda')
    ? text.slice(0, at)
    : text;
}

interface Call {
  /** Class and method. */
  readonly name: string;
  readonly signature?: string | undefined;
  readonly isSure: boolean;
}

/** Splits types and parameters from the name. */
function partsOfCall(text: string): Call | undefined {
  const open = text.indexOf('(');
  if (open < 0) return text.includes(' ') ? undefined : { name: text, isSure: false };
  const close = text.indexOf(')', open);
  if (close < 0) return undefined;
  const head = text.slice(0, open).trimEnd();
  const [parameters, behind] = [text.slice(open + 1, close), text.slice(close + 1).trim()];
  if (behind !== '' || head.endsWith(':') || isDescriptor(parameters)) {
    // HotSpot prints sizes behind: `com.ex.Cart::total (12 bytes)`.
    const isCompiled = behind === '' && parameters.endsWith(' bytes');
    const isTyped = isDescriptor(parameters) && isReturned(behind);
    if (isTyped || isCompiled) return isTyped ? typed(head, parameters, behind) : { name: head, isSure: true };
    if (behind !== '' && !behind.startsWith('throws ') && !behind.startsWith(': ')) return undefined;
  }
  return pretty(head, parameters);
}

function typed(head: string, parameters: string, returned: string): Call | undefined {
  if (head.includes(' ')) return undefined;
  const name = head.endsWith(':') ? head.slice(0, -1) : head;
  return { name, isSure: true, signature: `(${parameters})${returned}` };
}

/** `public static java.util.Map<K, V> com.ex.Cart.total`. */
function pretty(head: string, parameters: string): Call | undefined {
  const words = withoutGenerics(head)
    .split(' ', 16)
    .filter((each) => each !== '');
  const name = words.pop();
  const type = words.length > 0 && !MODIFIERS.has(words.at(-1) ?? '') ? words.pop() : undefined;
  if (name === undefined || !words.every((each) => MODIFIERS.has(each))) return undefined;
  if (type === undefined) return { name, isSure: words.length > 0 };
  const element = type.replaceAll('[]', '');
  // A verb before a name is no type: `inflate com.ex.Cart.total(1)`.
  const isType = isPrimitive(element) || element.includes('.') || element.length <= 3 || /^\p{Lu}/u.test(element);
  return { name, isSure: isType, signature: isType ? descriptorOf(type, parameters) : undefined };
}

/** Descriptors list parameters: `ILjava/lang/String;[J`. The empty text is one. */
function isDescriptor(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === 'L') {
      at = text.indexOf(';', at);
      if (at < 0) return false;
    } else if (!'BCDFIJSZ['.includes(sign)) return false;
  }
  return !text.includes(' ');
}

function isReturned(text: string): boolean {
  return text === 'V' || (text !== '' && isDescriptor(text));
}

interface Owned {
  readonly owner: string;
  readonly method: string;
  readonly isSure: boolean;
}

/** Splits class and method. */
function ownerOf(name: string): Owned | undefined {
  const bare = withoutAnonymous(name).replaceAll('[]', '');
  const element = bare.replace(/^\[{1,255}/, '');
  const semicolon = element.startsWith('L') ? element.indexOf(';') : -1;
  if (semicolon > 0) {
    const method = [';->', ';::', ';.', ';#', ';'].map((each) =>
      element.startsWith(each, semicolon) ? element.slice(semicolon + each.length) : '',
    );
    return { owner: dotted(element.slice(1, semicolon)), method: method.find((each) => each !== '') ?? '', isSure: true };
  }
  for (const separator of ['->', '::', '#', ':']) {
    const at = element.lastIndexOf(separator);
    if (at <= 0) continue;
    const owner = dotted(element.slice(0, at));
    return owner.includes('.')
      ? { owner, method: element.slice(at + separator.length), isSure: hasPackagedClass(owner.split('.')) }
      : undefined;
  }
  const slash = element.lastIndexOf('/');
  const dot = element.lastIndexOf('.');
  if (dot <= 0 || dot < slash) return undefined;
  const owner = element.slice(0, dot);
  // Go: `net/http.HandlerFunc.ServeHTTP`, `github.com/ex/shop.Cart.Total`.
  const isHidden = owner.includes('$$Lambda') || owner.includes('LambdaForm');
  if (slash > 0 && owner.includes('.') && !isHidden) return undefined;
  return { owner: dotted(owner), method: element.slice(dot + 1), isSure: false };
}

/** Hidden classes have a part that is no package: `Cart$$Lambda/0x7f01`, `Cart$$Lambda+0x7f01` -> `Cart$$Lambda.0x7f01`. */
function dotted(owner: string): string {
  return owner.replaceAll('/', '.').replaceAll('+0x', '.0x');
}

/** Compose: a lambda in a lambda is `….<anonymous>.<anonymous>`. */
function withoutAnonymous(name: string): string {
  const at = name.indexOf('.<anonymous>');
  return at < 0 ? name : name.slice(0, at + '.<anonymous>'.length);
}

/** A lower-case name, then a class. */
function hasPackagedClass(segments: readonly string[]): boolean {
  const [first = ''] = segments;
  if (!/^[\p{Ll}_$]/u.test(first) || SCRIPT_ROOTS.has(first) || segments.length < 2) return false;
  if (segments.some((each, at) => at > 0 && /^\p{Lu}/u.test(each) && isPackage(segments.slice(0, at)))) return true;
  // Compilers begin classes' names with a sign: `-$$Lambda$Cart`, `$Proxy2`.
  return segments.slice(1).some((each) => /^[-$]/.test(each));
}

/** R8 shortens all names (`a.b.c.d`); else a package's usual begin shows it. Sections that name a class have no method. */
function isOfPackage(segments: readonly string[], method: string): boolean {
  const isShort = segments.length >= 2 && segments.every((each) => each.length <= 3) && !SCRIPT_ROOTS.has(segments[0] ?? '');
  return isShort || (segments.length >= 3 && DOMAINS.has(segments[0] ?? '') && !/^\p{Lu}/u.test(method));
}

function isPackage(segments: readonly string[]): boolean {
  return segments.every((each) => /^[\p{Ll}_$]/u.test(each));
}

function isCompiled(segments: readonly string[], method: string): boolean {
  const simple = segments.at(-1) ?? '';
  return COMPILED.test(method) || (/^\p{Lu}/u.test(simple) && simple.includes('$')) || simple.startsWith('-$$');
}
