import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runReading } from '../../core/symbols/bytes/byte-source.ts';
import { fileBytes } from '../../core/symbols/bytes/file-bytes.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import { readZipDirectory, type ZipEntry } from '../../core/symbols/zip/directory.ts';
import { FileAnswers } from '../../host/builds/unpack/file-answers.ts';
import { nodeUnpackers } from '../../host/builds/unpack/unpackers.ts';
import { build, type Fixture } from './fixtures/build-fixture.ts';
import { elfLibrary } from './fixtures/elf-fixture.ts';
import { programs } from './fixtures/program-sources.ts';
import { said } from './oracles.ts';
import { imageOf, imagesOf, onDisk, symbolsOf } from './read-debug-file.ts';

const entryName = 'lib/arm64-v8a/libshop.so';

/** An APK as Android's build makes it: the library stored at a page's begin, and once more packed, with a comment at the end. */
async function apk(...zipOptions: readonly string[]): Promise<{ readonly fixture: Fixture; readonly library: string }> {
  const library = (await elfLibrary({ sources: programs.shop, target: 'aarch64', dwarf: 4 })).path('libshop.so');
  const fixture = await build({
    name: 'apk',
    sources: {
      [entryName]: { copyOf: library },
      'lib/packed/libshop.so': { copyOf: library },
      'classes.dex': 'x'.repeat(777),
      note: 'built',
    },
    steps: [
      ['zip', '-q', '-X', ...zipOptions, '-0', 'raw.apk', 'classes.dex', entryName],
      ['zip', '-q', '-X', ...zipOptions, '-9', 'raw.apk', 'lib/packed/libshop.so'],
      ['sh', '-c', 'zip -q -z raw.apk < note'],
      ['zipalign', '-p', '4', 'raw.apk', 'app.apk'],
    ],
  });
  return { fixture, library };
}

const directoryOf = (path: string): readonly ZipEntry[] => {
  function* reading() {
    return yield* readZipDirectory(yield* fileBytes(path));
  }
  return onDisk(reading());
};

test('a library stored in an APK is read where it lies, without reading the rest', async () => {
  const { fixture, library } = await apk();
  const path = fixture.path('app.apk');
  const image = imageOf(path, entryName);
  assert.deepEqual(image.id, imageOf(library).id);
  assert.deepEqual(symbolsOf(image).at(0), symbolsOf(imageOf(library)).at(0));

  const offset = Number(/^ *(\d+) lib\/arm64-v8a\/libshop\.so \(OK\)$/m.exec(said('zipalign', ['-c', '-p', '-v', '4', path]))?.[1]);
  assert.equal(offset % 4096, 0);
  const section = image.dwarf?.get('info');
  assert.ok(section !== undefined);
  const asked: number[] = [];
  const disk = new FileAnswers();
  const bytes = runReading(section.read(16, 8), (request) => {
    asked.push(request.offset, request.length);
    return disk.answer(request);
  });
  disk.close();
  const [, at = ''] = /\.debug_info +PROGBITS +\S+ (\S+)/.exec(said('llvm-readelf-19', ['--sections', '--wide', library])) ?? [];
  assert.deepEqual(asked, [offset + Number.parseInt(at, 16) + 16, 8]);
  assert.equal(bytes.length, 8);
});

test('a deflated library is unpacked, and said to be deflated', async () => {
  const { fixture, library } = await apk();
  const entry = directoryOf(fixture.path('app.apk')).find(({ name }) => name === 'lib/packed/libshop.so');
  assert.equal(entry?.method, 'deflated');
  assert.deepEqual(symbolsOf(imageOf(fixture.path('app.apk'), 'lib/packed/libshop.so')).at(2), symbolsOf(imageOf(library)).at(2));
});

for (const options of [[], ['-fz']] as const) {
  test(`entries of an archive by zip ${options.join(' ')} are those that zipinfo lists`, async () => {
    const { fixture } = await apk(...options);
    const path = fixture.path('raw.apk');
    // Name, how it is packed, sizes: unzip's own report.
    const listed = [...said('unzip', ['-v', path]).matchAll(/^ *(\d+) +(Stored|Defl:X) +(\d+) .* (\S+)$/gm)];
    assert.deepEqual(
      directoryOf(path).map(({ name, method, packedSize, size }) => [name, method, packedSize, size]),
      listed.map(([, size, method, packed, name]) => [name, method === 'Stored' ? 'stored' : 'deflated', Number(packed), Number(size)]),
    );
    assert.equal(listed.length, 3);
    for (const name of [entryName, 'lib/packed/libshop.so']) assert.equal(imageOf(path, name).arch, 'arm64');
  });
}

test('an archive without the entry, or opened as if it were a library, says so', async () => {
  const path = (await apk()).fixture.path('app.apk');
  assert.throws(() => imagesOf(path, 'lib/x86/libshop.so'), {
    reason: 'missing',
    message: /expected an entry lib\/x86\/libshop\.so, found none/,
  });
  assert.throws(() => imagesOf(path), { reason: 'unsupported', message: /found a zip archive: name the library inside it/ });
  assert.throws(() => onDisk(openDebugFile(path, { unpackers: nodeUnpackers, entry: 'classes.dex' })), { reason: 'unsupported' });
});
