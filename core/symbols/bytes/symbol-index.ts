import { float64At } from '../../columns/at.ts';
import { lastUpTo } from '../../columns/sorted.ts';
import type { Fields } from './fields.ts';

interface FunctionSymbol {
  /** Address as linked. */
  readonly address: number;
  /** Exclusive. */
  readonly end: number;
  /** Name as in the table; Mach-O's without the leading underscore. */
  readonly name: string;
}

export class SymbolIndexBuilder {
  #count = 0;
  #addresses = new Float64Array(1024);
  #sizes = new Float64Array(1024);
  #limits = new Float64Array(1024);
  #names = new Float64Array(1024);
  readonly #tables: Fields[] = [];
  #tableStart = 0;

  /** Later names are in this table. */
  startTable(names: Fields): void {
    const last = this.#tables.at(-1);
    this.#tableStart += last === undefined ? 0 : last.size;
    this.#tables.push(names);
  }

  /**
   * @param size 0 when unknown; the function then ends at the next
   * @param limit its section's end
   * @param nameAt offset in the table of names
   */
  add(address: number, size: number, limit: number, nameAt: number): void {
    if (this.#count === this.#addresses.length) this.#grow();
    this.#addresses[this.#count] = address;
    this.#sizes[this.#count] = size;
    this.#limits[this.#count] = limit;
    this.#names[this.#count] = this.#tableStart + nameAt;
    this.#count++;
  }

  /** @param starts further function starts, ascending (Mach-O's LC_FUNCTION_STARTS) */
  build(starts: Float64Array = new Float64Array(0)): SymbolIndex {
    const order = sortedOrder(this.#addresses.subarray(0, this.#count), this.#sizes);
    const kept = this.#lastOfEach(order);
    const addresses = kept.map((i) => float64At(this.#addresses, i));
    const ends = new Float64Array(kept.length);
    let nextStart = 0;
    kept.forEach((symbol, i) => {
      const address = float64At(addresses, i);
      const size = float64At(this.#sizes, symbol);
      while (nextStart < starts.length && float64At(starts, nextStart) <= address) nextStart++;
      const next = Math.min(addresses[i + 1] ?? Infinity, starts[nextStart] ?? Infinity);
      ends[i] = size > 0 ? address + size : Math.min(next, this.#limits[symbol] ?? Infinity);
    });
    const names = kept.map((i) => float64At(this.#names, i));
    return new SymbolIndex(addresses, ends, names, this.#tables);
  }

  /** Of several names at one address the largest function's, of equals the last: tables end with global names. */
  #lastOfEach(order: Uint32Array): Float64Array {
    const kept = new Float64Array(order.length);
    let count = 0;
    order.forEach((symbol, i) => {
      const next = order[i + 1];
      if (next !== undefined && this.#addresses[next] === this.#addresses[symbol]) return;
      kept[count++] = symbol;
    });
    return kept.slice(0, count);
  }

  #grow(): void {
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(column.length * 2);
      larger.set(column);
      return larger;
    };
    this.#addresses = grown(this.#addresses);
    this.#sizes = grown(this.#sizes);
    this.#limits = grown(this.#limits);
    this.#names = grown(this.#names);
  }
}

function sortedOrder(addresses: Float64Array, sizes: Float64Array): Uint32Array {
  const order = new Uint32Array(addresses.length).map((_, i) => i);
  return order.sort((a, b) => float64At(addresses, a) - float64At(addresses, b) || float64At(sizes, a) - float64At(sizes, b) || a - b);
}

/** Functions by address. Names are decoded on demand. */
export class SymbolIndex {
  readonly #addresses: Float64Array;
  readonly #ends: Float64Array;
  readonly #names: Float64Array;
  readonly #tables: readonly Fields[];

  constructor(addresses: Float64Array, ends: Float64Array, names: Float64Array, tables: readonly Fields[]) {
    this.#addresses = addresses;
    this.#ends = ends;
    this.#names = names;
    this.#tables = tables;
  }

  get count(): number {
    return this.#addresses.length;
  }

  at(i: number): FunctionSymbol {
    return { address: float64At(this.#addresses, i), end: float64At(this.#ends, i), name: this.#nameAt(float64At(this.#names, i)) };
  }

  /** The function with the nearest begin that ends behind the address. */
  find(address: number): FunctionSymbol | undefined {
    let i = lastUpTo(this.#addresses, address);
    // Functions within functions are rare and shallow; more steps mean a damaged table.
    for (let steps = 0; i >= 0 && steps < 64; i--, steps++) {
      if (float64At(this.#ends, i) > address) return this.at(i);
    }
    return undefined;
  }

  startingAt(address: number): FunctionSymbol | undefined {
    const i = lastUpTo(this.#addresses, address);
    return i >= 0 && this.#addresses[i] === address ? this.at(i) : undefined;
  }

  #nameAt(position: number): string {
    let start = 0;
    for (const table of this.#tables) {
      if (position < start + table.size) return table.text(position - start);
      start += table.size;
    }
    return '';
  }
}
