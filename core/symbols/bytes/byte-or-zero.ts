/**
 * A byte of a file that may be damaged; past the end it is 0. Readers check their bound after a number, not before each byte, and a
 * damaged program must end as a `SymbolError` of theirs.
 */
export function byteOrZero(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
