import { seededRandom } from '../../core/session/sample-stream.ts';
import { runReading } from '../../core/symbols/byte-source.ts';
import { openDebugFile } from '../../core/symbols/open.ts';
import { FileAnswers } from '../../host/builds/file-answers.ts';
import { nodeUnpackers } from '../../host/builds/unpackers.ts';

/** Addresses inside of functions of a file's symbol table: every function is as likely, and so is every byte of it. */
export function randomAddresses(file: string, count: number, seed: number): readonly number[] {
  const files = new FileAnswers();
  try {
    const [image] = runReading(openDebugFile(file, { unpackers: nodeUnpackers }), files.answer).images;
    if (image === undefined) throw new Error(`${file} holds no image`);
    const symbols = runReading(image.symbols(), files.answer);
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => {
      const { address, end } = symbols.at(Math.floor(random() * symbols.count));
      return address + Math.floor(random() * (end - address));
    });
  } finally {
    files.close();
  }
}
