import { looksLikeArtTrace, readArtTrace } from '../art-trace/read.ts';
import { malformed } from '../import/import-errors.ts';
import type { ImportTask } from '../import/profile-reader.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Values of digits by their character codes, -1 for others. */
const values = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
const PIECE_BYTES = 1 << 16;

/** The ART method trace that an envelope of the Android SDK carries as text (RFC 4648, section 4). */
export async function readPackedTrace(task: ImportTask, text: string, looksLike: string): Promise<void> {
  const { name } = task.source;
  const bytes = base64Bytes(text);
  const begin = bytes?.subarray(0, PIECE_BYTES) ?? new Uint8Array(0);
  if (bytes === undefined || !looksLikeArtTrace({ bytes: begin, text: new TextDecoder().decode(begin) })) {
    throw malformed(name, looksLike, 'its sampled_profile is no method trace of Android');
  }
  const source = {
    name,
    size: bytes.length,
    async *chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    },
  };
  await readArtTrace({ ...task, source });
}

/** Undefined for a text with other letters; line ends are none. */
function base64Bytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3);
  let [length, held, bits] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d || code === 0x3d) continue;
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
