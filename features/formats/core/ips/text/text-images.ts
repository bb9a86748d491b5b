import { isNoName } from '../../../../../core/analysis/frames/no-name.ts';
import { pathOfName } from '../../field/apple-facts.ts';
import { type KsContext, type StackTables, shownName, uuidBytes } from '../../field/native-frames.ts';
import { importLimits } from '../../import/import-limits.ts';

/** `0x1000 - 0x1fff name arm64 <uuid> /path`, also with `+`, without an end, with a version; `*` is the kernel's. */
const IMAGE = /^\s{0,100}\+?0x([0-9a-f]{1,16})\s{1,100}-\s{1,100}(?:0x([0-9a-f]{1,16})|\?\?\?)\s{1,100}(\S.{0,4000})$/i;
const UUID = /<([0-9a-f-]{32,36})>\s{0,100}(\/.{1,4000})?$/i;

interface TextImage {
  /** 0: unknown. */
  readonly base: number;
  readonly size: number;
  readonly handle: number;
}

/** One frame's place as its line has it. */
export interface TextPlace {
  /** Function, file and line; '' and 0 if unknown. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Name or UUID of its library, '' if unknown. */
  readonly image: string;
  /** From the library's begin; -1 if unknown. */
  readonly offset: number;
  /** 0 if unknown. */
  readonly address: number;
}

/** The libraries of one report that is text. */
export class TextImages {
  readonly #tables: StackTables;
  readonly #callBytes: number;
  readonly #byName = new Map<string, TextImage>();
  readonly #byBase = new Map<number, TextImage>();
  readonly #byUuid = new Map<string, TextImage>();
  /** Images by base; made when needed. */
  #byAddress: readonly TextImage[] | undefined;

  constructor({ tables }: Pick<KsContext, 'tables'>, callBytes: number) {
    this.#tables = tables;
    this.#callBytes = callBytes;
  }

  get count(): number {
    return this.#byUuid.size;
  }

  /** False for lines that list no library. */
  addLine(line: string): boolean {
    const [, begin = '', end = '', rest = ''] = IMAGE.exec(line) ?? [];
    const [found = '', uuid = '', path = ''] = UUID.exec(rest) ?? [];
    if (uuid === '') return false;
    const base = Number.parseInt(begin, 16);
    if (!Number.isSafeInteger(base) || this.#byBase.size === importLimits.images) return true;
    const name = rest
      .slice(0, rest.length - found.length)
      .replace(/^\+/, '')
      .trim();
    const bare = name.split(' ', 1)[0] ?? '';
    const file = path.slice(path.lastIndexOf('/') + 1);
    const size = end === '' ? 0 : Math.max(0, Number.parseInt(end, 16) + 1 - base);
    const shownPath = path === '' && !isNoName(bare) ? pathOfName(bare, base) : path.trim();
    const key = uuid.replaceAll('-', '').toLowerCase();
    const handle = this.#byUuid.get(key)?.handle ?? this.#tables.image({ path: shownPath, buildId: uuidBytes(uuid), base, bytes: size });
    const image = { base, size, handle };
    this.#byBase.set(base, image);
    this.#byUuid.set(key, image);
    for (const each of [file, bare, name]) if (each !== '' && !this.#byName.has(each)) this.#byName.set(each, image);
    this.#byAddress = undefined;
    return true;
  }

  /** A frame's handle. @param isCaller its address is where the call returns to */
  frame(place: TextPlace, isCaller: boolean): number {
    const { file, line, address } = place;
    const name = shownName(place.name);
    const image = this.#imageOf(place);
    const offset = place.offset >= 0 ? place.offset : image === undefined || image.base === 0 ? -1 : address - image.base;
    const rest = { file, line };
    if (image !== undefined && Number.isSafeInteger(offset) && offset >= 0) {
      const call = Math.max(0, offset - (isCaller ? this.#callBytes : 0));
      return this.#tables.frame({ ...rest, function: name, image: image.handle, address: call });
    }
    return this.#tables.frame({ ...rest, function: name === '' ? `0x${address.toString(16)}` : name });
  }

  #imageOf({ image, offset, address }: TextPlace): TextImage | undefined {
    const base = offset >= 0 && address >= offset ? address - offset : 0;
    const byBase = base > 0 ? this.#byBase.get(base) : undefined;
    const uuid = image.startsWith('<') ? image.slice(1, -1).replaceAll('-', '').toLowerCase() : '';
    const known =
      byBase ?? (uuid === '' ? this.#byName.get(image) : this.#byUuid.get(uuid)) ?? (base > 0 ? undefined : this.#around(address));
    if (known !== undefined || isNoName(image) || offset < 0) return known;
    // A cut report, or one that lists only some.
    const path = uuid === '' ? pathOfName(image, base === 0 ? undefined : base) : '';
    const made = { base, size: 0, handle: this.#tables.image({ path, buildId: uuidBytes(uuid), base }) };
    if (uuid === '') this.#byName.set(image, made);
    else this.#byUuid.set(uuid, made);
    return made;
  }

  /** The library that has the address. */
  #around(address: number): TextImage | undefined {
    this.#byAddress ??= [...this.#byBase.values()].sort((one, other) => one.base - other.base);
    let low = 0;
    for (let high = this.#byAddress.length; low < high; ) {
      const middle = (low + high) >> 1;
      const base = this.#byAddress[middle]?.base ?? Number.POSITIVE_INFINITY;
      if (base <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#byAddress[low - 1];
    return found !== undefined && address < found.base + found.size ? found : undefined;
  }
}
