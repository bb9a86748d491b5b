import { answerFromMemory, type Reading, runReading } from '../../../core/symbols/byte-source.ts';
import { readClassSources } from '../../../core/symbols/class-file/class-sources.ts';
import { memoryBytes } from '../../../core/symbols/file-bytes.ts';
import { membersNamed } from '../../../core/symbols/macho/archive.ts';
import { openObject } from '../../../core/symbols/macho/object-file.ts';
import { openDebugFile } from '../../../core/symbols/open.ts';
import { SymbolError } from '../../../core/symbols/symbol-error.ts';
import { unxz } from '../../../core/symbols/xz/unxz.ts';
import { readZipDirectory, zipEntryBytes } from '../../../core/symbols/zip/directory.ts';
import { nodeUnpackers } from '../../../host/builds/unpackers.ts';
import { dwarfInputs, readDwarf } from '../dwarf/fuzz-sections.ts';
import { readAllOf } from '../read-all.ts';
import { MapInMemory } from '../retrace/ours.ts';
import { randomCase } from '../retrace/random-maps.ts';
import type { FuzzTarget } from './fuzz.ts';
import { archiveInputs, classInputs, elfInputs, machoInputs, objectInputs, xzInputs, zipInputs } from './inputs.ts';

/** Maps of all versions, with inlined frames, outlines and rewritten frames. */
const randomMaps = Array.from({ length: 12 }, (_, seed) => randomCase(seed));

/** All readers that take files. One that is added here is run by the tests and by `run.ts`. */
export const targets: readonly FuzzTarget[] = [
  { name: 'elf', inputs: elfInputs, read: (bytes) => readFile(bytes, openAll()) },
  { name: 'macho', inputs: machoInputs, read: (bytes) => readFile(bytes, openAll()) },
  { name: 'object', inputs: objectInputs, read: (bytes) => readFile(bytes, openMapped()) },
  { name: 'archive', inputs: archiveInputs, read: (bytes) => readFile(bytes, membersNamed(memoryBytes('x', bytes), 'shop.c.o')) },
  { name: 'zip', inputs: zipInputs, read: (bytes) => readFile(bytes, readEntries(bytes)) },
  { name: 'dwarf', inputs: dwarfInputs, read: readDwarf },
  { name: 'xz', inputs: xzInputs, read: (bytes) => unxz(bytes, 'x', 1 << 20) },
  { name: 'class', inputs: classInputs, read: (bytes) => void readClassSources(bytes, 'x') },
  { name: 'retrace', inputs: async () => randomMaps.map(({ map }) => new TextEncoder().encode(map)), read: retrace },
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

/** Asks a map for whole traces and for single frames. One that is damaged is read on behind the damage, and says so. */
function retrace(bytes: Uint8Array): void {
  const map = new MapInMemory(bytes);
  for (const { trace, queries } of randomMaps.slice(0, 2)) {
    map.retrace(trace.split('\n'), true);
    map.frames(queries);
  }
  const [problem] = map.mapping.problems;
  if (problem !== undefined) throw new SymbolError({ reason: 'malformed', file: 'x', ...problem });
}
