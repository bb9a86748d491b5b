/** Past a damaged file's end a byte is 0: readers check their bound after a number, and throw a `SymbolError`. */
export function byteOrZero(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
