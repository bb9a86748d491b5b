/** Past the end of a damaged file a byte is 0: readers check their bound after a number, and then throw a `SymbolError`. */
export function byteOrZero(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
