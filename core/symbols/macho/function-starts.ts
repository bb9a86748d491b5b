import type { Reading } from '../bytes/byte-source.ts';
import { Fields } from '../bytes/fields.ts';
import { partOf, readWhole } from '../bytes/file-bytes.ts';
import { MAX_HEADER_BYTES } from '../bytes/symbol-limits.ts';
import type { Macho } from './macho-headers.ts';

/** Where functions begin, ascending, as linked: unsigned LEB128 differences from `__TEXT`'s address, ended by a zero. */
export function* readFunctionStarts(macho: Macho): Reading<Float64Array> {
  const text = macho.segments.find(({ name }) => name === '__TEXT');
  const place = macho.functionStarts;
  if (text === undefined || place === undefined || place.size === 0) return new Float64Array(0);
  const part = partOf(macho.bytes, 'function starts', place.offset, place.size);
  const fields = new Fields(yield* readWhole(part, MAX_HEADER_BYTES), part.name);
  const starts = new Float64Array(fields.size);
  let count = 0;
  let address = text.address;
  for (let at = 0; at < fields.size; ) {
    let difference = 0;
    let scale = 1;
    let byte: number;
    do {
      if (scale > 2 ** 63) throw fields.malformed(at, 'a difference of at most 10 bytes');
      byte = fields.u8(at++);
      difference += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte >= 0x80);
    if (difference === 0) break;
    address += difference;
    starts[count++] = address;
  }
  return starts.slice(0, count);
}
