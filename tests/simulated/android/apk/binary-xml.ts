/** An element's name and attributes, by local names. Resources are `@0x…`. */
export interface XmlElement {
  readonly name: string;
  readonly depth: number;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
}

/** Of the chunks in AOSP frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h. */
const CHUNK = { stringPool: 0x0001, xml: 0x0003, startElement: 0x0102, endElement: 0x0103 } as const;
const TYPE = { reference: 0x01, string: 0x03, boolean: 0x12 } as const;
const UTF8 = 1 << 8;

/** The elements of a compiled manifest, in their order. @throws Error for other bytes */
export function readBinaryXml(bytes: Buffer): readonly XmlElement[] {
  if (bytes.readUInt16LE(0) !== CHUNK.xml) throw new Error('no compiled XML');
  let strings: readonly string[] = [];
  const elements: XmlElement[] = [];
  let depth = 0;
  for (let at = bytes.readUInt16LE(2); at < bytes.length; at += bytes.readUInt32LE(at + 4)) {
    const type = bytes.readUInt16LE(at);
    if (type === CHUNK.stringPool) strings = readStrings(bytes.subarray(at));
    if (type === CHUNK.startElement) elements.push(readElement(bytes.subarray(at + 16), strings, depth++));
    if (type === CHUNK.endElement) depth--;
    if (bytes.readUInt32LE(at + 4) === 0) throw new Error('an empty chunk');
  }
  return elements;
}

/** ResXMLTree_attrExt, then ResXMLTree_attribute each. */
function readElement(bytes: Buffer, strings: readonly string[], depth: number): XmlElement {
  const attributes = new Map<string, string | number | boolean>();
  const [begin, size] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  for (let index = 0; index < bytes.readUInt16LE(12); index++) {
    const attribute = bytes.subarray(begin + index * size);
    const data = attribute.readUInt32LE(16);
    const type = attribute[15];
    const name = strings[attribute.readUInt32LE(4)] ?? '';
    if (type === TYPE.string) attributes.set(name, strings[data] ?? '');
    else if (type === TYPE.boolean) attributes.set(name, data !== 0);
    else attributes.set(name, type === TYPE.reference ? `@0x${data.toString(16)}` : data);
  }
  return { name: strings[bytes.readUInt32LE(4)] ?? '', depth, attributes };
}

/** ResStringPool_header. */
function readStrings(pool: Buffer): readonly string[] {
  const [count, isUtf8, begin] = [pool.readUInt32LE(8), (pool.readUInt32LE(16) & UTF8) !== 0, pool.readUInt32LE(20)];
  return Array.from({ length: count }, (_, index) => {
    const at = begin + pool.readUInt32LE(pool.readUInt16LE(2) + 4 * index);
    return isUtf8 ? utf8At(pool, at) : utf16At(pool, at);
  });
}

/** After its length in UTF-16 units comes that in bytes. */
function utf8At(pool: Buffer, at: number): string {
  const start = at + (((pool[at] ?? 0) & 0x80) === 0 ? 1 : 2);
  const first = pool[start] ?? 0;
  const [length, text] = (first & 0x80) === 0 ? [first, start + 1] : [((first & 0x7f) << 8) | (pool[start + 1] ?? 0), start + 2];
  return pool.toString('utf8', text, text + length);
}

function utf16At(pool: Buffer, at: number): string {
  const length = pool.readUInt16LE(at);
  return pool.toString('utf16le', at + 2, at + 2 + 2 * length);
}
