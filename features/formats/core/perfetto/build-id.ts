/** Empty for other texts. */
export function bytesOfHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return new Uint8Array(0);
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** Producers write a build id as bytes or as its hex text. */
export function buildIdOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 32) return bytes;
  const fromText = bytesOfHex(new TextDecoder().decode(bytes));
  return fromText.length > 0 ? fromText : bytes;
}
