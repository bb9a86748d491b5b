import { readSession } from '../../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';

/** Parts of names: `CartRepository`, `lambda`, `12`. */
const part = /[\p{L}\d]+/gu;

/** All that a session file names: threads, classes, functions, files, device. */
export async function recordedWords(path: string): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  const file = await SessionFile.open(path);
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      // A text's length, which stands before it, may be a letter's byte.
      for (const [word] of Buffer.from(chunk).toString('utf8').matchAll(part)) words.add(word).add(word.slice(1));
    }
  } finally {
    await file.close();
  }
  return words;
}

/** Words of a text that are not in the set; numbers with letters, such as versions, are no words. */
export function otherWords(text: string, known: ReadonlySet<string>): readonly string[] {
  const words = [...text.matchAll(part)].map(([word]) => word);
  return words.filter((word) => /^\p{L}{2,}$/u.test(word) && !known.has(word) && !/^(ms|µs)$/.test(word));
}
