import { answerFromMemory, type Reading, runReading } from '../../../core/symbols/bytes/byte-source.ts';
import { memoryBytes } from '../../../core/symbols/bytes/file-bytes.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { readClassSources } from '../../../core/symbols/class-file/class-sources.ts';
import { ImageFrames } from '../../../core/symbols/image/image-frames.ts';
import { openDebugFile } from '../../../core/symbols/image/open.ts';
import { openObject } from '../../../core/symbols/macho/object-file.ts';
import { membersNamed } from '../../../core/symbols/macho/static-archive.ts';
import { unxz } from '../../../core/symbols/xz/unxz.ts';
import { readZipDirectory, zipEntryBytes } from '../../../core/symbols/zip/directory.ts';
import { nodeUnpackers } from '../../../host/builds/unpack/unpackers.ts';
import { dwarfInputs, fuzzedSections, readDwarf } from '../../symbols/dwarf/fuzz-sections.ts';
import { readAllOf } from '../../symbols/read-all.ts';
import { MapInMemory } from '../../symbols/retrace/our-retrace.ts';
import { randomCase } from '../../symbols/retrace/random-maps.ts';
import { alteredDwarf } from '../altered-dwarf.ts';
import { alteredFields } from '../altered-fields.ts';
import { alteredFrames } from '../altered-frames.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';
import { classFields, elfFields, machoFields, zipFields } from '../file-fields.ts';
import type { Work } from '../work.ts';
import { archiveInputs, classInputs, elfInputs, machoInputs, objectInputs, splitInputs, xzInputs, zipInputs } from './symbol-seeds.ts';

/** Of all versions, with inlined frames, outlines and rewritten frames. */
const randomMaps = Array.from({ length: 12 }, (_, seed) => randomCase(seed));

/** Files are read at most a few hundred times, and unpacked within the readers' own limits. */
const door = (name: string, seeds: Door['seeds'], run: Door['run'], changes: Partial<Door> = {}): Door => ({
  name,
  seeds,
  run,
  refuses: (error) => error instanceof SymbolError,
  most: (bytes) => 64_000_000 + 2_000 * bytes,
  ...changes,
});

type Altered = NonNullable<Door['altered']>;
const ofElf: Altered = (seed, random) => alteredFields(seed, elfFields, random);
const ofMacho: Altered = (seed, random) => alteredFields(seed, machoFields, random);
const ofZip: Altered = (seed, random) => alteredFields(seed, zipFields, random);
const ofClass: Altered = (seed, random) => alteredFields(seed, classFields, random);
const ofDwarf: Altered = (seed, random) => alteredDwarf(seed, fuzzedSections, random);
const ofEither: Altered = (seed, random) => alteredFields(seed, (bytes) => [...elfFields(bytes), ...machoFields(bytes)], random);

/** All readers of symbol files. */
export const symbolDoors: readonly Door[] = [
  door('elf', elfInputs, (bytes, work) => readFile(bytes, openAll(), work), { altered: ofElf }),
  door('macho', machoInputs, (bytes, work) => readFile(bytes, openAll(), work), { altered: ofMacho }),
  door('object', objectInputs, (bytes, work) => readFile(bytes, openMapped(), work), { altered: ofMacho }),
  door('static-library', archiveInputs, (bytes, work) => readFile(bytes, membersNamed(memoryBytes('x', bytes), 'shop.c.o'), work)),
  door('zip', zipInputs, (bytes, work) => readFile(bytes, readEntries(bytes, work), work), { altered: ofZip }),
  door('dwarf', dwarfInputs, readDwarf, { altered: ofDwarf }),
  door('addresses', addressInputs, (bytes, work) => readFile(bytes, openResolved(), work), { altered: ofEither, count: 300 }),
  door('xz', xzInputs, (bytes) => unxz(bytes, 'x', 1 << 20), { altered: alteredFrames }),
  door('class', classInputs, (bytes) => readClassSources(bytes, 'x'), { altered: ofClass }),
  door('retrace', async () => randomMaps.map(({ map }) => new TextEncoder().encode(map)), retrace, { altered: alteredText }),
];

async function addressInputs(): Promise<readonly Uint8Array[]> {
  return (await Promise.all([elfInputs(), machoInputs(), splitInputs()])).flat();
}

/** Runs a reading with the damaged bytes as `x`, the only file. */
function readFile(bytes: Uint8Array, reading: Reading<unknown>, work: Work): void {
  const answer = answerFromMemory(new Map([['x', bytes]]));
  runReading(reading, (request) => {
    const answered = answer(request);
    work.did(1 + (answered instanceof Uint8Array ? answered.length : 0));
    return answered;
  });
}

function* openAll(): Reading<void> {
  yield* readAllOf(yield* openDebugFile('x', { unpackers: nodeUnpackers }));
}

/** Names and lines of addresses, as `laglens addr2line` finds them. */
function* openResolved(): Reading<void> {
  for (const image of (yield* openDebugFile('x', { unpackers: nodeUnpackers })).images) {
    const frames = new ImageFrames(image, { withStarts: true });
    yield* frames.resolveAll(Array.from({ length: 64 }, (_, i) => frames.asLinked(image.baseAddress + i * 0x40)));
    const [problem] = frames.problems;
    if (problem !== undefined) throw problem;
  }
}

function* openMapped(): Reading<void> {
  const object = { path: 'x', member: undefined, modifiedAtS: 0 };
  const { dwarf, addressOf } = yield* openObject(object, 'arm64');
  addressOf({ object, symbol: '_checkout', address: 0x4000, size: 16 }, 0x4008);
  const info = dwarf?.get('info');
  if (info !== undefined) yield* info.read(0, info.size);
}

function* readEntries(bytes: Uint8Array, work: Work): Reading<void> {
  const archive = memoryBytes('x', bytes);
  for (const entry of yield* readZipDirectory(archive)) {
    const content = yield* zipEntryBytes(archive, entry, nodeUnpackers);
    work.did(content.size);
    yield* content.read(0, content.size);
  }
}

/** Retraces whole traces and single frames. Reading a damaged map continues behind the damage, and reports it. */
function retrace(bytes: Uint8Array): unknown {
  const map = new MapInMemory(bytes);
  const answers = randomMaps.slice(0, 2).map(({ trace, queries }) => [map.retrace(trace.split('\n'), true), map.frames(queries)]);
  const [problem] = map.mapping.problems;
  if (problem !== undefined) throw new SymbolError({ reason: 'malformed', file: 'x', ...problem });
  return answers;
}
