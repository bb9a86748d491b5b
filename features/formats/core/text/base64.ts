const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Values of digits by their character codes, -1 for others. */
const values = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
const [LINE_FEED, RETURN, PADDING] = [0x0a, 0x0d, 0x3d];

/** RFC 4648, 4; also in lines. Undefined for other texts. */
export function base64Bytes(text: string): Uint8Array | undefined {
  let end = text.length;
  while (end > text.length - 4 && end > 0 && isBesideDigits(text.charCodeAt(end - 1))) end--;
  const bytes = new Uint8Array(Math.ceil((end * 3) / 4));
  let [length, held, bits] = [0, 0, 0];
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === RETURN) continue;
    const value = values[code] ?? -1;
    if (value < 0) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bytes.subarray(0, length);
}

/** Up to two signs of padding, and a line's end behind them. */
function isBesideDigits(code: number): boolean {
  return code === PADDING || code === LINE_FEED || code === RETURN;
}
