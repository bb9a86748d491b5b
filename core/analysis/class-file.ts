const MAGIC = 0xcafebabe;
const ATTRIBUTE = 'SourceDebugExtension';

/**
 * The source map (SourceDebugExtension) that a class file carries, as "The Java Virtual Machine Specification", 4.7.11, has it;
 * undefined when it has none or is no class file. Never throws: what is cut off has none.
 */
export function sourceDebugExtension(bytes: Uint8Array): string | undefined {
  const reader = new Reader(bytes);
  if (reader.u4() !== MAGIC) return undefined;
  reader.skip(4);
  const attributeName = skipConstants(reader);
  if (attributeName === 0) return undefined;
  // Access, this class, super class, then interfaces of two bytes each.
  reader.skip(6);
  reader.skip(2 * reader.u2());
  for (const _members of ['fields', 'methods']) {
    const count = reader.u2();
    for (let member = 0; member < count && reader.hasMore; member++) {
      reader.skip(6);
      skipAttributes(reader);
    }
  }
  const count = reader.u2();
  for (let attribute = 0; attribute < count && reader.hasMore; attribute++) {
    const isMap = reader.u2() === attributeName;
    const length = reader.u4();
    if (isMap) return reader.text(length);
    reader.skip(length);
  }
  return undefined;
}

/** Passes the constant pool (4.4); gives the index of the attribute's name in it, 0 when it is not there. */
function skipConstants(reader: Reader): number {
  const count = reader.u2();
  let name = 0;
  for (let index = 1; index < count && reader.hasMore; index++) {
    const tag = reader.u1();
    if (tag === 1) {
      const length = reader.u2();
      if (length !== ATTRIBUTE.length) reader.skip(length);
      else if (reader.text(length) === ATTRIBUTE) name = index;
    } else reader.skip(constantBytes(tag));
    // Longs and doubles take two places.
    if (tag === 5 || tag === 6) index++;
  }
  return name;
}

/** Bytes of a constant behind its tag (4.4); an unknown one leads out of the file, which then holds nothing. */
function constantBytes(tag: number): number {
  switch (tag) {
    case 7:
    case 8:
    case 16:
    case 19:
    case 20:
      return 2;
    case 15:
      return 3;
    case 5:
    case 6:
      return 8;
    case 3:
    case 4:
    case 9:
    case 10:
    case 11:
    case 12:
    case 17:
    case 18:
      return 4;
    default:
      return Number.MAX_SAFE_INTEGER;
  }
}

function skipAttributes(reader: Reader): void {
  const count = reader.u2();
  for (let attribute = 0; attribute < count && reader.hasMore; attribute++) {
    reader.skip(2);
    reader.skip(reader.u4());
  }
}

/** Big-endian numbers; behind the end all are 0. */
class Reader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  skip(count: number): void {
    this.#at = Math.min(this.#bytes.length, this.#at + count);
  }

  u1(): number {
    return this.#number(1, (at) => this.#view.getUint8(at));
  }

  u2(): number {
    return this.#number(2, (at) => this.#view.getUint16(at));
  }

  u4(): number {
    return this.#number(4, (at) => this.#view.getUint32(at));
  }

  text(length: number): string {
    const begin = this.#at;
    this.skip(length);
    return new TextDecoder().decode(this.#bytes.subarray(begin, this.#at));
  }

  #number(size: number, read: (at: number) => number): number {
    const at = this.#at;
    this.skip(size);
    return at + size <= this.#bytes.length ? read(at) : 0;
  }
}
