import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { answerFromMemory, type Reading, runReading, type Unpackers } from '../../core/symbols/bytes/byte-source.ts';
import { memoryBytes } from '../../core/symbols/bytes/file-bytes.ts';
import { type ArchiveMember, membersNamed } from '../../core/symbols/macho/static-archive.ts';
import { readZipDirectory, zipEntryBytes } from '../../core/symbols/zip/directory.ts';
import { nodeUnpackers } from '../../host/builds/unpack/unpackers.ts';

/** A member's header as ar writes it: name 16, time 12, owner 6, group 6, mode 8, size 10, end 2. */
function member(name: string, size: string, content = '', time = '0'): string {
  return `${name.padEnd(16)}${time.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${size.padEnd(10)}\`\n${content}`;
}

const archiveLies: readonly (readonly [string, string, RegExp])[] = [
  ['isn’t one', '#!/bin/sh\n', /expected an archive/],
  ['has a member of 10 GB', `!<arch>\n${member('x.o/', '9999999999')}`, /expected 9999999999 bytes of member at 0x8/],
  ['has a member of negative size', `!<arch>\n${member('x.o/', '-60', 'x'.repeat(60))}`, /at 0x38: expected a decimal number, found "-60"/],
  [
    'has a member with a broken header',
    `!<arch>\n${member('x.o/', '0').replace('`', '!')}`,
    /at 0x42: expected the end of a member's header/,
  ],
  ['has a name longer than its member', `!<arch>\n${member('#1/90', '4', 'abcd')}`, /expected a name of at most 4 bytes, found 90/],
  ['has a long name without a table of names', `!<arch>\n${member('/7', '0')}`, /expected a table of long names before it is used/],
  ['has a long name behind its table', `!<arch>\n${member('//', '4', 'a/\n\n')}${member('/999', '0')}`, /expected 1 bytes, found the end/],
];

for (const [what, text, expected] of archiveLies) {
  test(`an archive that ${what} is refused with the place`, () => {
    assert.throws(() => membersOf(text, 'x.o'), { code: 'symbols-malformed', message: expected });
  });
}

test('members behind one of odd size begin at the next even offset', () => {
  const [found] = membersOf(`!<arch>\n${member('a.o/', '3', 'abc\n')}${member('x.o/', '5', 'hello\n')}`, 'x.o');
  assert.equal(found?.bytes && Buffer.from(run(found.bytes.read(0, found.bytes.size))).toString(), 'hello');
});

test('an archive that ends inside a header ends there, and empty members do not keep a reader in a circle', () => {
  assert.deepEqual(membersOf(`!<arch>\n${member('x.o/', '0').slice(0, 50)}`, 'x.o'), []);
  assert.equal(membersOf(`!<arch>\n${member('x.o/', '0').repeat(5000)}`, 'x.o').length, 5000);
});

function membersOf(text: string, name: string): readonly ArchiveMember[] {
  return run(membersNamed(memoryBytes('lib.a', Buffer.from(text)), name));
}

/** A zip file of one entry, `a`, as APPNOTE 6.3 lays it out: local header, data, directory, end record. */
function zip(
  data: Uint8Array,
  claims: { readonly size?: number; readonly packed?: number; readonly header?: number; readonly directory?: number },
): Buffer {
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(1, 26);
  local.write('a', 30);
  const directory = Buffer.alloc(47);
  directory.writeUInt32LE(0x02014b50, 0);
  directory.writeUInt16LE(8, 10);
  directory.writeUInt32LE(claims.packed ?? data.length, 20);
  directory.writeUInt32LE(claims.size ?? 0, 24);
  directory.writeUInt16LE(1, 28);
  directory.writeUInt32LE(claims.header ?? 0, 42);
  directory.write('a', 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(claims.directory ?? local.length + data.length, 16);
  return Buffer.concat([local, data, directory, end]);
}

const neverUnpack: Unpackers = { zlib: assert.fail, zstd: assert.fail, deflate: assert.fail };
const packed = deflateRawSync(Buffer.from('x'.repeat(500)));

test('a whole zip of that layout is read', () => {
  assert.equal(Buffer.from(content(zip(packed, { size: 500 }), nodeUnpackers)).toString(), 'x'.repeat(500));
});

const zipLies: readonly (readonly [string, Buffer, RegExp])[] = [
  ['no end', zip(packed, {}).subarray(0, -1), /expected a zip directory's end record/],
  ['a directory behind the end', zip(packed, { directory: 0xfffffff0 }), /expected 47 bytes of directory/],
  ['an entry behind the end', zip(packed, { header: 0xfffffff0 }), /expected 30 bytes of a/],
  ['an entry where none begins', zip(packed, { header: 3 }), /at 0x3: expected the header of a/],
  ['an entry of 4 GB', zip(packed, { packed: 0xfffffff0 }), /expected 4294967280 bytes of a/],
  ['a few bytes that claim to be 4 GB', zip(packed, { size: 0xfffffff0 }), /found a claim of 4294967280/],
];

for (const [what, bytes, expected] of zipLies) {
  test(`a zip with ${what} is refused with the place`, () => {
    assert.throws(() => content(bytes, neverUnpack), { code: 'symbols-malformed', message: expected });
  });
}

test('a zip entry that holds other than it claims is refused', () => {
  for (const size of [499, 501]) assert.throws(() => content(zip(packed, { size }), nodeUnpackers), { code: 'symbols-malformed' });
});

function content(bytes: Uint8Array, unpackers: Unpackers): Uint8Array {
  const archive = memoryBytes('x.zip', bytes);
  function* reading(): Reading<Uint8Array> {
    const [entry] = yield* readZipDirectory(archive);
    assert.ok(entry !== undefined);
    const found = yield* zipEntryBytes(archive, entry, unpackers);
    return yield* found.read(0, found.size);
  }
  return run(reading());
}

function run<T>(reading: Reading<T>): T {
  return runReading(reading, answerFromMemory(new Map()));
}
