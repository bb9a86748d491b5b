/** One part of an XML text, in the order of the text. */
export type XmlPiece =
  | { readonly type: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly isEmpty: boolean }
  | { readonly type: 'close'; readonly name: string }
  | { readonly type: 'text'; readonly text: string };

/** A text that is no XML, or that declares a document type: its entities may grow without end, and Apple's tools write none. */
export class XmlError extends Error {}

const SKIPPED: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
/** Of one tag or comment: longer ones are no export, and each piece of the text reads an open one from its begin. */
const MOST_LETTERS = 256 << 10;
/** `&#x10ffff;` */
const LONGEST_ENTITY = 10;
const MOST_ATTRIBUTES = 100;
const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Cuts an XML text that comes in pieces; holds no more than one tag of it. Throws XmlError. */
export class XmlPieces {
  #rest = '';

  /** True within a tag, a comment or an entity. */
  get isOpen(): boolean {
    return this.#rest.trim() !== '';
  }

  *of(more: string): Generator<XmlPiece> {
    const text = this.#rest + more;
    let at = 0;
    while (at < text.length) {
      const found = text.indexOf('<', at);
      const begin = found < 0 ? endOfText(text, at) : found;
      if (begin > at) yield { type: 'text', text: decoded(text.slice(at, begin)) };
      at = begin;
      if (found < 0) break;
      const end = endOfMarkup(text, at);
      if (end < 0) break;
      yield* piecesOf(text.slice(at, end));
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MOST_LETTERS) throw new XmlError('has a tag of more than 256 KiB');
  }
}

/** An entity may go on in the next piece. */
function endOfText(text: string, from: number): number {
  const entity = text.lastIndexOf('&');
  return entity >= from && entity > text.length - LONGEST_ENTITY && !text.includes(';', entity) ? entity : text.length;
}

/** Behind the markup that begins at an index; -1 while it is not whole. */
function endOfMarkup(text: string, at: number): number {
  if (text.startsWith('<!D', at)) throw new XmlError('declares a document type');
  if (text.startsWith('<!', at) && text.length - at < CDATA.length) return -1;
  for (const [begin, end] of [...SKIPPED, [CDATA, CDATA_END] as const]) {
    if (!text.startsWith(begin, at)) continue;
    const found = text.indexOf(end, at + begin.length);
    return found < 0 ? -1 : found + end.length;
  }
  if (text.startsWith('<!', at)) throw new XmlError('has a declaration');
  let quote = 0;
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return index + 1;
    else if (code === 60) throw new XmlError('has a tag within a tag');
  }
  return -1;
}

function* piecesOf(markup: string): Generator<XmlPiece> {
  if (SKIPPED.some(([begin]) => markup.startsWith(begin))) return;
  if (markup.startsWith(CDATA)) {
    yield { type: 'text', text: markup.slice(CDATA.length, -CDATA_END.length) };
    return;
  }
  if (markup.startsWith('</')) {
    yield { type: 'close', name: markup.slice(2, -1).trim() };
    return;
  }
  const isEmpty = markup.endsWith('/>');
  const inner = markup.slice(1, isEmpty ? -2 : -1);
  const space = inner.search(/\s/);
  const name = space < 0 ? inner : inner.slice(0, space);
  if (name === '') throw new XmlError('has a tag without a name');
  yield { type: 'open', name, attributes: attributesOf(space < 0 ? '' : inner.slice(space)), isEmpty };
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at);
    if (equals < 0) {
      if (text.slice(at).trim() !== '') throw new XmlError('has an attribute without a value');
      return found;
    }
    let open = equals + 1;
    while (open < text.length && text.charAt(open).trim() === '') open++;
    const quote = text.charAt(open);
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
    if (close < 0 || found.size === MOST_ATTRIBUTES) throw new XmlError('has an attribute without a value');
    found.set(text.slice(at, equals).trim(), decoded(text.slice(open + 1, close)));
    at = close + 1;
  }
}

/** Characters by their names or numbers. Other names stay as they are. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{1,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return predefined.get(name) ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
}
