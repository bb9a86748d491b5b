import { CleanText } from './clean-text.ts';

/** `[` and `{`. */
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);

/** Bytes of a JSON text that is too large for one string: plain UTF-8 as it is, other texts as `CleanText` gives them. */
export async function* utf8Chunks(source: { readonly chunks: () => AsyncIterable<Uint8Array> }): AsyncGenerator<Uint8Array> {
  let isPlain: boolean | undefined;
  let text: CleanText | undefined;
  const encoder = new TextEncoder();
  for await (const chunk of source.chunks()) {
    if (isPlain === undefined) {
      // Plain JSON begins with a bracket, and its second byte is no NUL; shorter pieces take the other way.
      const [first, second] = chunk;
      isPlain = first !== undefined && OPENERS.has(first) && second !== undefined && second !== 0;
      if (!isPlain) text = new CleanText();
    }
    if (text === undefined) yield chunk;
    else yield encoder.encode(text.take(chunk));
  }
  if (text !== undefined) yield encoder.encode(text.end());
}
