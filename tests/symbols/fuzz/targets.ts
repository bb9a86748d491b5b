import { answerFromMemory, type Reading, runReading } from '../../../core/symbols/byte-source.ts';
import { memoryBytes } from '../../../core/symbols/file-bytes.ts';
import { membersNamed } from '../../../core/symbols/macho/archive.ts';
import { openObject } from '../../../core/symbols/macho/object-file.ts';
import { openDebugFile } from '../../../core/symbols/open.ts';
import { unxz } from '../../../core/symbols/xz/unxz.ts';
import { readZipDirectory, zipEntryBytes } from '../../../core/symbols/zip/directory.ts';
import { nodeUnpackers } from '../../../host/builds/unpackers.ts';
import { dwarfInputs, readDwarf } from '../dwarf/fuzz-sections.ts';
import { readAllOf } from '../read-all.ts';
import type { FuzzTarget } from './fuzz.ts';
import { archiveInputs, elfInputs, machoInputs, objectInputs, xzInputs, zipInputs } from './inputs.ts';

/** All readers that take files. One that is added here is run by the tests and by `run.ts`. */
export const targets: readonly FuzzTarget[] = [
  { name: 'elf', inputs: elfInputs, read: (bytes) => readFile(bytes, openAll()) },
  { name: 'macho', inputs: machoInputs, read: (bytes) => readFile(bytes, openAll()) },
  { name: 'object', inputs: objectInputs, read: (bytes) => readFile(bytes, openMapped()) },
  { name: 'archive', inputs: archiveInputs, read: (bytes) => readFile(bytes, membersNamed(memoryBytes('x', bytes), 'shop.c.o')) },
  { name: 'zip', inputs: zipInputs, read: (bytes) => readFile(bytes, readEntries(bytes)) },
  { name: 'dwarf', inputs: dwarfInputs, read: readDwarf },
  { name: 'xz', inputs: xzInputs, read: (bytes) => unxz(bytes, 'x', 1 << 20) },
];

/** Runs a reading with the damaged bytes as the file `x`, the only one there is. */
function readFile(bytes: Uint8Array, reading: Reading<unknown>): void {
  runReading(reading, answerFromMemory(new Map([['x', bytes]])));
}

function* openAll(): Reading<void> {
  yield* readAllOf(yield* openDebugFile('x', { unpackers: nodeUnpackers }));
}

function* openMapped(): Reading<void> {
  const object = { path: 'x', member: undefined, modifiedAtS: 0 };
  const { dwarf, addressOf } = yield* openObject(object, 'arm64');
  addressOf({ object, symbol: '_checkout', address: 0x4000, size: 16 }, 0x4008);
  const info = dwarf?.get('info');
  if (info !== undefined) yield* info.read(0, info.size);
}

function* readEntries(bytes: Uint8Array): Reading<void> {
  const archive = memoryBytes('x', bytes);
  for (const entry of yield* readZipDirectory(archive)) {
    const content = yield* zipEntryBytes(archive, entry, nodeUnpackers);
    yield* content.read(0, content.size);
  }
}
