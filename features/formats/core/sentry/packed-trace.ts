import { looksLikeArtTrace, readArtTrace } from '../art-trace/read.ts';
import { malformed } from '../import/import-errors.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { base64Bytes } from '../text/base64.ts';

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
