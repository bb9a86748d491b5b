const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(128).fill(-1);
for (let value = 0; value < LETTERS.length; value++) values[LETTERS.charCodeAt(value)] = value;

/** RFC 4648, 4. Undefined for other texts; line breaks are not part of it. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let [bits, held, length] = [0, 0, 0];
  for (let at = 0; at < end; at++) {
    const value = values[text.charCodeAt(at)] ?? -1;
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xff_ffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 0xff;
  }
  return bytes.subarray(0, length);
}
