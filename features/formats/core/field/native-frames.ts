import { isNoName } from '../../../../core/analysis/frames/no-name.ts';
import { numberField, textField } from '../../../../core/text/json-fields.ts';
import type { FrameFacts, ImageFacts } from '../import/frame-table.ts';

/** The part of a `SessionBuilder` that makes stacks. */
export interface StackTables {
  image(facts: ImageFacts): number;
  frame(facts: FrameFacts): number;
  /** A frame below its caller's stack; 0 is the empty one. */
  stack(parent: number, frame: number): number;
}

/** One library by its place in memory. */
export interface PlacedImage {
  readonly path: string;
  readonly uuid: string;
  readonly base: number;
  /** 0 if unknown. */
  readonly size: number;
  /** Address of its text in the file, as linked; 0 if unknown. */
  readonly linkedAt: number;
}

interface KnownImage extends PlacedImage {
  readonly handle: number;
}

/** Hex digits, with or without dashes -> bytes. Empty for other texts. */
export function uuidBytes(text: string): Uint8Array {
  const digits = text.length > 200 ? '' : text.replaceAll('-', '');
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(digits)) return new Uint8Array(0);
  return Uint8Array.from({ length: Math.min(digits.length / 2, 64) }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** Bytes of a call: a return address less them is inside the call. */
export function callBytes(arch: string): number {
  return /^(?:x86|i386|amd64)/i.test(arch) ? 1 : 4;
}

/** '' for a text in place of a name. */
export function shownName(name: string): string {
  return isNoName(name) ? '' : name;
}

/** A report's libraries, each declared once. */
export class ReportImages {
  readonly #tables: StackTables;
  readonly #byBase = new Map<number, KnownImage>();
  readonly #byUuid = new Map<string, number>();
  /** Images by base; made when needed. */
  #byAddress: readonly KnownImage[] | undefined;

  constructor(tables: StackTables) {
    this.#tables = tables;
  }

  add(image: PlacedImage): number {
    const key = `${image.uuid.toLowerCase()}\n${image.path}`;
    let handle = this.#byUuid.get(key);
    if (handle === undefined) {
      const { path, uuid, base, size } = image;
      handle = this.#tables.image({ path, buildId: uuidBytes(uuid), base, bytes: size });
      this.#byUuid.set(key, handle);
    }
    this.#byBase.set(image.base, { ...image, handle });
    this.#byAddress = undefined;
    return handle;
  }

  /**
   * @param base of its library; 0: by the address
   * @param name the report's, '' if it has none
   */
  frame(base: number, address: number, name: string, rest: Partial<FrameFacts> = {}): number {
    const image = (base > 0 ? this.#byBase.get(base) : undefined) ?? this.#around(address);
    const offset = image === undefined ? -1 : address - image.base + image.linkedAt;
    const shown = shownName(name);
    if (image !== undefined && Number.isSafeInteger(offset) && offset >= 0) {
      return this.#tables.frame({ ...rest, function: shown, image: image.handle, address: offset });
    }
    return this.#tables.frame({ ...rest, function: shown === '' ? `0x${Math.max(0, address).toString(16)}` : shown });
  }

  /** True for an address in a library. */
  has(address: number): boolean {
    return this.#around(address) !== undefined;
  }

  /** The library that has the address. */
  #around(address: number): KnownImage | undefined {
    this.#byAddress ??= [...this.#byBase.values()].sort((one, other) => one.base - other.base);
    let low = 0;
    for (let high = this.#byAddress.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#byAddress[middle]?.base ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#byAddress[low - 1];
    return found !== undefined && address < found.base + found.size ? found : undefined;
  }
}

/** The tables for a report's stacks, and its images. */
export interface KsContext {
  readonly tables: StackTables;
  readonly images: ReportImages;
  readonly arch: string;
}

/** KSCrash's list of libraries. */
export function addKsImages(list: readonly unknown[], images: ReportImages): number {
  for (const each of list) {
    images.add({
      path: textField(each, 'name'),
      uuid: textField(each, 'uuid'),
      base: numberField(each, 'image_addr') ?? 0,
      size: numberField(each, 'image_size') ?? 0,
      linkedAt: numberField(each, 'image_vmaddr') ?? 0,
    });
  }
  return list.length;
}
