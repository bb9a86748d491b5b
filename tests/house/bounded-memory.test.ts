import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { matches, roomPath, type SourceFile, sourceFiles } from './project-sources.ts';

let shipped: readonly SourceFile[];

before(async () => {
  shipped = await sourceFiles(
    (path) => /^(?:features\/[\w-]+\/)?(?:core|protocol|host|extension|cli)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  );
});

const only = (...paths: readonly string[]): readonly SourceFile[] => shipped.filter(({ path }) => paths.includes(path));
const except = (...paths: readonly string[]): readonly SourceFile[] => shipped.filter(({ path }) => !paths.includes(path));

test('what a session wants named is known by keys that are short however long its names are', () => {
  const keyed = only(
    'host/builds/run-symbols.ts',
    'host/builds/run-nodes.ts',
    'host/builds/session-symbols.ts',
    'host/builds/lookup-queue.ts',
    'extension/sources/symbols/symbol-finder.ts',
  );
  assert.equal(keyed.length, 5);
  assert.deepEqual(matches(keyed, /\b(?:Map|Set)<string\b/), []);
});

test('the extension host decodes no session file for names and costs, and what it decodes else in turns that a signal can end', () => {
  const inExtension = shipped.filter(({ path }) => roomPath(path).startsWith('extension/'));
  // Pieces of 64 KiB that Laglens encoded itself, and what only threads run.
  const own = ['extension/sources/symbols/recorded-symbolication.ts', 'extension/sources/symbols/symbol-finder.ts'];
  const decoding = matches(
    inExtension.filter(({ path }) => !own.includes(path)),
    /\bapplyChunk\(|new Decoder\(\)\.push\(/,
  );
  assert.deepEqual(decoding, []);
  // Only the threads' own programs start decoders of files.
  const started = matches(inExtension, /\bnew (?:SymbolFinder|SessionCosts)\(/).map((line) => line.replace(/:.*/, ''));
  assert.deepEqual(started.sort(), [
    'extension/heat/costs/live-costs.ts',
    'extension/session-answers.ts',
    'extension/sources/symbols/names-answers.ts',
  ]);
});

test('packed bytes are unpacked in few files, each with a limit; those of builds count in the memory of their thread', () => {
  const unpacking = [
    'host/builds/unpack/unpackers.ts',
    'host/builds/unpack/background-inflate.ts',
    // Chunks of a session, to the size that their header may name at most.
    'host/session-file.ts',
    // Blocks that it packed itself.
    'extension/capture/live/byte-log.ts',
    // Piece by piece, to a sum.
    'features/formats/host/unpacked-chunks.ts', // features/formats
    // To the length that its caller names.
    'features/formats/host/profile-file.ts', // features/formats
    // Of the package itself.
    'host/demangler-files.ts',
  ];
  assert.deepEqual(
    matches(except(...unpacking), /\b(?:inflate|inflateRaw|gunzip|unzip|brotliDecompress|zstdDecompress)(?:Sync)?\b.*from 'node:zlib'/),
    [],
  );
  assert.deepEqual(matches(except(...unpacking), /\bcreate(?:Inflate|InflateRaw|Gunzip|Unzip|BrotliDecompress|ZstdDecompress)\b/), []);
  // A program or an archive is opened with the claims of who holds it; only sources in jars and the command line have a file alone.
  const alone = [
    'host/builds/unpack/unpackers.ts',
    'host/builds/open-symbols.ts',
    'host/sources/jar-entries.ts',
    'cli/addr2line-command.ts',
  ];
  assert.deepEqual(matches(except(...alone), /\bnodeUnpackers\b/), []);
});
