import { seededRandom } from '../core/sample-stream.ts';
import { imageOf, symbolsOf } from './read-debug-file.ts';

/** Addresses inside of functions of a file's symbol table: every function is as likely, and so is every byte of it. */
export function randomAddresses(file: string, count: number, seed: number): readonly number[] {
  const symbols = symbolsOf(imageOf(file));
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const { address, end } = symbols.at(Math.floor(random() * symbols.count));
    return address + Math.floor(random() * (end - address));
  });
}
