import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { runReading, type Unpackers } from '../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import type { DebugImage } from '../../core/symbols/image/debug-file.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import type { FileAnswers } from './unpack/file-answers.ts';

/** Larger files are not summed for a checksum; their build ids decide. */
const MOST_SUMMED_BYTES = 1 << 30;
const SUMMED_AT_ONCE = 1 << 22;

/**
 * The debug information of a stripped ELF file, as debuggers find it: by its build id below /usr/lib/debug, else by `.gnu_debuglink` beside
 * it, in `.debug` there and below /usr/lib/debug. It has the same build id; without ids the link's checksum. Undefined if there is none.
 */
export function linkedDebugImage(image: DebugImage, path: string, files: FileAnswers, unpackers: Unpackers): DebugImage | undefined {
  if (image.kind !== 'elf' || image.dwarf !== undefined) return undefined;
  const folder = dirname(resolve(path));
  const { id = '', debugLink } = image;
  const byId = id.length > 2 ? [join('/usr/lib/debug/.build-id', id.slice(0, 2), `${id.slice(2)}.debug`)] : [];
  const byLink =
    debugLink === undefined
      ? []
      : [folder, join(folder, '.debug'), join('/usr/lib/debug', folder)].map((place) => join(place, debugLink.name));
  for (const place of [...byId, ...byLink]) {
    if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const found = opened(place, files, unpackers)?.find(({ arch }) => arch === image.arch);
    if (found?.dwarf === undefined) continue;
    const isSame =
      id !== '' && found.id !== undefined ? found.id === id : debugLink !== undefined && checksum(place, files) === debugLink.crc32;
    if (isSame) return found;
  }
  return undefined;
}

function opened(path: string, files: FileAnswers, unpackers: Unpackers): readonly DebugImage[] | undefined {
  try {
    return runReading(openDebugFile(path, { unpackers }), files.answer).images;
  } catch (error) {
    // Another place may have the right file.
    if (error instanceof SymbolError) return undefined;
    throw error;
  }
}

function checksum(path: string, files: FileAnswers): number | undefined {
  const { size } = statSync(path);
  if (size > MOST_SUMMED_BYTES) return undefined;
  let sum = 0;
  for (let offset = 0; offset < size; offset += SUMMED_AT_ONCE)
    sum = crc32(files.answer({ file: path, offset, length: SUMMED_AT_ONCE }), sum);
  return sum;
}
