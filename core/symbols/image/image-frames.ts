import { numberAt } from '../../columns/at.ts';
import type { FileKey, Reading } from '../bytes/byte-source.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import type { Confidence, SymbolFrame } from '../bytes/symbol-frame.ts';
import type { SymbolIndex } from '../bytes/symbol-index.ts';
import { DwarfReader } from '../dwarf/dwarf-reader.ts';
import type { DebugMap, DebugMapObject, MappedFunction } from '../macho/debug-map.ts';
import { openObject } from '../macho/object-file.ts';
import type { DebugImage, MachoImage } from './debug-file.ts';

export interface AddressFrames {
  /** Innermost first. */
  readonly frames: readonly SymbolFrame[];
  /** By debug information, or by the symbol table. */
  readonly confidence: Confidence;
}

interface ImageFramesOptions {
  /** The driver's key for an object file's path; the path itself when absent. */
  readonly keyOf?: (path: string) => FileKey;
  /** Also tells function starts and discriminators. */
  readonly withStarts?: boolean;
}

const MOST_PROBLEMS = 100;

/**
 * Frames by the image's DWARF, or that of its debug map's object files, else by symbols, which show what the compiler did (`.isra.0`,
 * `.cold`).
 */
export class ImageFrames {
  /** At most 100. */
  readonly problems: SymbolError[] = [];
  readonly #image: DebugImage;
  readonly #keyOf: ((path: string) => FileKey) | undefined;
  readonly #dwarf: DwarfReader | undefined;
  readonly #withStarts: boolean;
  #reported = 0;

  constructor(image: DebugImage, { keyOf, withStarts = false }: ImageFramesOptions = {}) {
    this.#image = image;
    this.#keyOf = keyOf;
    this.#withStarts = withStarts;
    const isObject = image.kind === 'elf' ? image.isObject : image.fileType === 'object';
    this.#dwarf = image.dwarf === undefined ? undefined : new DwarfReader(image.dwarf, { codeAtZero: isObject, withStarts });
  }

  get leftOut(): DwarfReader['leftOut'] | undefined {
    return this.#dwarf?.leftOut;
  }

  /** Reports of the field count from a Mach-O's text, below which nothing is linked. */
  asLinked(address: number): number {
    return this.#image.kind === 'macho' && address < this.#image.baseAddress ? address + this.#image.baseAddress : address;
  }

  /** @param addresses as linked; many at once are much cheaper */
  *resolveAll(addresses: readonly number[]): Reading<readonly AddressFrames[]> {
    const found = yield* this.#fromDebugInformation(addresses);
    const named = yield* this.#named(found, addresses);
    if (!this.#withStarts) return named;
    // As in llvm-symbolizer, the symbol's begin precedes the entry's, which may be another piece.
    const symbols = yield* this.#image.symbols();
    return named.map((one, at) => startingAt(one, symbols.find(numberAt(addresses, at))?.address));
  }

  *#named(found: readonly (readonly SymbolFrame[])[], addresses: readonly number[]): Reading<readonly AddressFrames[]> {
    if (found.every(isNamed)) return found.map((frames) => ({ frames, confidence: 'exact' }));
    const symbols = yield* this.#image.symbols();
    return found.map((frames, at) => named(frames, nameAt(symbols, numberAt(addresses, at))));
  }

  *#fromDebugInformation(addresses: readonly number[]): Reading<readonly (readonly SymbolFrame[])[]> {
    const reader = this.#dwarf;
    if (reader !== undefined) {
      const found = yield* reader.resolveAll(addresses);
      for (const problem of reader.problems.slice(this.#reported)) this.#report(problem);
      this.#reported = reader.problems.length;
      return found;
    }
    const map = this.#image.kind === 'macho' ? yield* this.#image.debugMap() : undefined;
    return map === undefined ? addresses.map(() => []) : yield* this.#fromObjects(map, addresses, this.#image.arch);
  }

  *#fromObjects(map: DebugMap, addresses: readonly number[], arch: MachoImage['arch']): Reading<readonly (readonly SymbolFrame[])[]> {
    const found: (readonly SymbolFrame[])[] = addresses.map(() => []);
    const byObject = new Map<DebugMapObject, { readonly at: number; readonly mapped: MappedFunction }[]>();
    for (const [at, address] of addresses.entries()) {
      const mapped = map.find(address);
      if (mapped === undefined) continue;
      const others = byObject.get(mapped.object);
      if (others === undefined) byObject.set(mapped.object, [{ at, mapped }]);
      else others.push({ at, mapped });
    }
    for (const [object, wanted] of byObject) {
      try {
        const { dwarf, addressOf } = yield* openObject(object, arch, this.#keyOf);
        if (dwarf === undefined) continue;
        const inside = wanted.flatMap(({ at, mapped }) => {
          const address = addressOf(mapped, numberAt(addresses, at));
          return address === undefined ? [] : [{ at, address }];
        });
        const reader = new DwarfReader(dwarf, { codeAtZero: true, withStarts: this.#withStarts });
        const frames = yield* reader.resolveAll(inside.map(({ address }) => address));
        for (const [i, { at, address }] of inside.entries())
          found[at] = this.#withStarts ? linked(frames[i] ?? [], numberAt(addresses, at) - address) : (frames[i] ?? []);
        for (const problem of reader.problems) this.#report(problem);
      } catch (error) {
        if (!(error instanceof SymbolError)) throw error;
        this.#report(error);
      }
    }
    return found;
  }

  #report(problem: SymbolError): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }
}

/** In iOS' own libraries the name of functions that are not exported. */
const HIDDEN = '<redacted>';

function nameAt(symbols: SymbolIndex, address: number): string | undefined {
  const name = symbols.find(address)?.name;
  return name === HIDDEN ? undefined : name;
}

function isNamed(frames: readonly SymbolFrame[]): boolean {
  const outermost = frames.at(-1);
  return outermost?.name !== undefined && outermost.isPlain !== true;
}

/** @param symbol the symbol's name at the address */
function named(frames: readonly SymbolFrame[], symbol: string | undefined): AddressFrames {
  const outermost = frames.at(-1);
  if (outermost === undefined)
    return symbol === undefined ? nothing : { frames: [{ name: symbol, inlined: false }], confidence: 'nearest' };
  const { isPlain, ...plain } = outermost;
  const callees = frames.slice(0, -1);
  if (plain.name !== undefined) {
    const name = isPlain === true && symbol !== undefined ? scopedName(plain.name, symbol) : plain.name;
    return { frames: [...callees, { ...plain, name }], confidence: 'exact' };
  }
  if (symbol === undefined) return { frames, confidence: 'exact' };
  // Without inlined functions the line may be that of another function than the symbol's.
  return { frames: [...callees, { ...plain, name: symbol }], confidence: plain.isLineOnly === true ? 'nearest' : 'exact' };
}

/** gcc gives local functions, such as `_M_manager` of `std::function`, no linkage name: the symbol has it, with the suffixes of copies. */
function scopedName(plain: string, symbol: string): string {
  const isOf = symbol.startsWith('_Z') && (!/^\w{1,1000}$/.test(plain) || symbol.includes(`${plain.length}${plain}`));
  return isOf ? (symbol.split('.', 1)[0] ?? symbol) : plain;
}

function startingAt(found: AddressFrames, address: number | undefined): AddressFrames {
  const outermost = found.frames.at(-1);
  if (outermost === undefined || address === undefined) return found;
  return { ...found, frames: [...found.frames.slice(0, -1), { ...outermost, start: { ...outermost.start, address } }] };
}

function linked(frames: readonly SymbolFrame[], moved: number): readonly SymbolFrame[] {
  return frames.map(({ start, ...frame }) => {
    if (start === undefined) return frame;
    return { ...frame, start: start.address === undefined ? start : { ...start, address: start.address + moved } };
  });
}

const nothing: AddressFrames = { frames: [], confidence: 'unknown' };
