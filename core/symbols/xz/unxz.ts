import type { UnpackedMemory } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { SymbolError } from '../bytes/symbol-error.ts';
import { LzmaState } from './lzma.ts';
import { UnpackedOutput } from './output.ts';
import { RangeDecoder } from './range-decoder.ts';

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
const STREAM_HEADER = 12;
const LZMA2 = 0x21;
/** By type, of ".xz file format" 2.1.1.2. */
const checkSizes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64] as const;

/**
 * Unpacks the first stream: blocks of LZMA2, as in `.gnu_debugdata`. Checksums are not compared; the ELF file inside is read carefully.
 * @param name for errors
 * @param limit the most bytes that may come out
 */
export function unxz(packed: Uint8Array, name: string, limit: number, memory?: UnpackedMemory): Uint8Array {
  const fields = new Fields(packed, name);
  if (!MAGIC.every((byte, i) => packed[i] === byte)) throw fields.malformed(0, 'an .xz stream');
  const checkSize = checkSizes[fields.u8(7) & 15] ?? 0;
  const output = new UnpackedOutput(limit, (bytes) => memory?.claim(name, bytes));
  let at = STREAM_HEADER;
  // A block's first byte is its header's size; 0 is the index.
  while (fields.u8(at) !== 0) {
    const start = at + blockHeaderSize(fields, at);
    output.forget();
    const end = unpackBlock(fields, start, output, limit);
    at = start + Math.ceil((end - start) / 4) * 4 + checkSize;
  }
  const plain = output.whole();
  memory?.made(plain);
  return plain;
}

function blockHeaderSize(fields: Fields, at: number): number {
  const flags = fields.u8(at + 1);
  let field = at + 2;
  for (const given of [flags & 0x40, flags & 0x80]) {
    if (given === 0) continue;
    while (fields.u8(field) >= 0x80) field++;
    field++;
  }
  const filter = fields.u8(field);
  if ((flags & 3) !== 0 || filter !== LZMA2) {
    throw new SymbolError({
      reason: 'unsupported',
      file: fields.name,
      offset: field,
      expected: 'LZMA2 alone',
      found: `${(flags & 3) + 1} filters, first ${filter}`,
    });
  }
  return (fields.u8(at) + 1) * 4;
}

/** @returns the offset behind the last chunk */
function unpackBlock(fields: Fields, start: number, output: UnpackedOutput, limit: number): number {
  let state: LzmaState | undefined;
  let properties: number | undefined;
  let at = start;
  for (let control = fields.u8(at); control !== 0; control = fields.u8(at)) {
    if (control >= 3 && control < 0x80) throw fields.malformed(at, 'an LZMA2 chunk', `control byte ${control}`);
    const low = fields.u8(at + 1) * 256 + fields.u8(at + 2);
    const plainSize = (control >= 0x80 ? (control & 31) * 0x10000 : 0) + low + 1;
    if (output.size + plainSize > limit) throw fields.malformed(at, `at most ${limit} unpacked bytes`, 'more');
    if (control === 1 || control >= 0xe0) output.forget();
    if (control < 0x80) {
      fields.u8(at + 2 + plainSize);
      output.append(fields.bytes.subarray(at + 3, at + 3 + plainSize));
      at += 3 + plainSize;
      continue;
    }
    const packedSize = fields.u8(at + 3) * 256 + fields.u8(at + 4) + 1;
    if (control >= 0xc0) properties = fields.u8(at + 5);
    const data = at + (control >= 0xc0 ? 6 : 5);
    fields.u8(data + packedSize - 1);
    if (control >= 0xa0) state = properties === undefined ? undefined : LzmaState.of(properties);
    const range = new RangeDecoder(fields.bytes, data, data + packedSize);
    if (state === undefined || !state.unpack(range, output, output.size + plainSize))
      throw fields.malformed(at, 'an LZMA2 chunk', 'bytes that make no sense');
    at = data + packedSize;
  }
  return at + 1;
}
