import { seededRandom } from '../core/sample-stream.ts';
import { imageOf, symbolsOf } from './read-debug-file.ts';

/** Random addresses in a symbol table's functions: functions, and bytes within one, are equally likely. */
export function randomAddresses(file: string, count: number, seed: number): readonly number[] {
  const symbols = symbolsOf(imageOf(file));
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const { address, end } = symbols.at(Math.floor(random() * symbols.count));
    return address + Math.floor(random() * (end - address));
  });
}
