import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { tarOf, zipOf } from '../../../tests/fixtures/made-archives.ts';
import { allText } from '../core/import/byte-source.ts';
import { storedFile } from '../tests/formats/stored-file.ts';
import { type OpenProfile, openProfile } from './open-profile.ts';
import { ProfileFile } from './profile-file.ts';

const stacks = 'main;a;b 3\nmain;a 2\n';
const trace = JSON.stringify({
  metadata: { padding: 'x'.repeat(100_000) },
  traceEvents: [{ name: 'RunTask', ph: 'X', pid: 1, tid: 1, ts: 0, dur: 700_000 }],
});
const others = { 'README.txt': 'words of people\n', 'logs/app.json': '{"level":"info"}' };
const mapping = '1,1,com.example.A b ()V\n';

async function open(bytes: Uint8Array, entry?: string, mostBytes?: number): Promise<OpenProfile> {
  const found = await openProfile(storedFile('shop.zip', bytes), entry, mostBytes === undefined ? {} : { mostBytes });
  assert.ok(!('session' in found));
  return found;
}

const forms: readonly (readonly [name: string, pack: (files: Record<string, string | Uint8Array>) => Uint8Array])[] = [
  ['zip', (files) => zipOf(files)],
  ['zip with sizes behind the bytes', (files) => zipOf(files, 'descriptors')],
  ['zip of 64 bits', (files) => zipOf(files, 'zip64')],
  ['tar', (files) => tarOf(files)],
  ['tar with GNU’s long names', (files) => tarOf(files, 'gnu')],
  ['tgz', (files) => gzipSync(tarOf(files))],
];
const long = `${'folder/'.repeat(20)}stacks.txt`;

for (const [form, pack] of forms) {
  test(`the only readable file of a ${form} is read, whole`, async () => {
    for (const [name, text, label] of [
      [long, stacks, 'folded stacks'],
      ['trace.json', trace, 'Chrome’s trace, Hermes’ profile'],
    ] as const) {
      const found = await open(pack({ ...others, [name]: text, '__MACOSX/._stacks.txt': stacks }));
      assert.deepEqual([found.label, found.container, found.source.name], [label, 'shop.zip', name.split('/').at(-1)]);
      assert.equal(await allText(found.source, 1 << 20), text);
    }
  });

  test(`several readable files of a ${form} are named, and each can be chosen`, async () => {
    const bytes = pack({ 'a/stacks.txt': stacks, ...others, 'trace.json': trace, 'b/stacks.txt': `x;${stacks}` });
    await assert.rejects(open(bytes), {
      code: 'format-several',
      message:
        'shop.zip holds 3 files that Laglens reads: a/stacks.txt (folded stacks), trace.json (Chrome’s trace, Hermes’ profile), b/stacks.txt (folded stacks).',
      next: "Name one: `laglens report 'shop.zip!/a/stacks.txt'`; or unpack it, and open one.",
    });
    assert.equal(await allText((await open(bytes, 'b/stacks.txt')).source, 1 << 20), `x;${stacks}`);
    assert.equal((await open(bytes, 'trace.json')).label, 'Chrome’s trace, Hermes’ profile');
    await assert.rejects(open(bytes, 'stacks.txt'), { message: 'shop.zip has several files “stacks.txt”.' });
    await assert.rejects(open(bytes, '../../etc/passwd'), { message: 'shop.zip has no file “../../etc/passwd”.' });
  });
}

test('a file beside the entry is the container’s', async () => {
  const { beside } = await open(zipOf({ 'a/stacks.txt': stacks, 'a/methodMapping.txt': mapping, 'methodMapping.txt': 'another' }));
  const found = beside('../x/methodMapping.txt');
  assert.ok(found);
  assert.equal(await allText(found, 1_000), mapping);
  assert.equal(beside('gone'), undefined);
});

test('gzip within gzip, in a zip, or around a tar is unpacked, up to three times', async () => {
  const packed = gzipSync(gzipSync(stacks));
  assert.equal((await open(packed)).label, 'folded stacks');
  assert.equal((await open(zipOf({ 'stacks.gz': packed }))).label, 'folded stacks');
  await assert.rejects(open(gzipSync(gzipSync(packed))), { code: 'format-unknown' });
});

test('a bug report of Android opens by its ANR traces, tombstones and main text; other files are not looked into', async () => {
  const dump =
    '----- pid 311 at 2026-03-01 10:00:00 -----\nCmd line: a\n\nDALVIK THREADS (1):\n"main" prio=5 tid=1 Runnable\n  at a.B.c(B.java:1)\n';
  const files = { 'FS/proc/1/stacks.txt': stacks, 'version.txt': '2.0', 'FS/data/anr/anr_2026': dump };
  assert.equal((await open(zipOf(files))).source.name, 'anr_2026');
  await assert.rejects(open(zipOf({ ...files, 'FS/data/anr/anr_2027': dump })), { code: 'format-several' });
});

test('archives that are builds, traces of Instruments or nothing are named for what they are', async () => {
  for (const [name, words] of [
    ['AndroidManifest.xml', /an app of Android/],
    ['Payload/Shop.app/Shop', /an app of iOS/],
    ['Run.trace/form.template', /a trace of Instruments/],
    ['Shop.app.dSYM/Contents/Info.plist', /debug symbols/],
    ['notes.md', /no file that Laglens reads/],
  ] as const) {
    await assert.rejects(open(zipOf({ [name]: 'x', 'other.bin': 'y' })), { code: 'format-unknown', message: words });
  }
  await assert.rejects(open(zipOf({})), { message: 'shop.zip holds no files.' });
  await assert.rejects(open(zipOf({ 'a.laglens.txt': 'x;y' })), { code: 'format-unknown' });
});

test('a trace of Instruments is a folder, and named for what it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-folder-'));
  try {
    const trace = join(folder, 'Run.trace');
    await mkdir(trace);
    await assert.rejects(ProfileFile.open(trace), { code: 'format-unknown', message: 'Run.trace is a folder.' });
    await mkdir(join(trace, 'Trace1.run'));
    await assert.rejects(ProfileFile.open(`${trace}/`), { message: 'Run.trace is a trace of Instruments, which only Apple’s tools read.' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a cut zip, and a name in a file that is no zip, are errors with the reason', async () => {
  const bytes = zipOf({ 'stacks.txt': stacks });
  await assert.rejects(open(bytes.subarray(0, bytes.length - 30)), {
    code: 'format-unreadable',
    message: /its list of files or an entry is damaged/,
  });
  await assert.rejects(open(Buffer.from(stacks), 'x'), { message: 'shop.zip holds no files: it is no zip or tar.' });
});

test('an entry that cannot be unpacked hides no other one, and is the reason where no other is readable', async () => {
  const odd = Buffer.from(zipOf({ 'a.txt': stacks, 'b.txt': stacks }));
  // The directory's method (APPNOTE.TXT, 4.3.12): 12 is bzip2 (4.4.5).
  odd.writeUInt16LE(12, odd.indexOf(Buffer.from('PK\x01\x02')) + 10);
  assert.equal((await open(odd)).source.name, 'b.txt');
  const alone = Buffer.from(zipOf({ 'a.txt': stacks }));
  alone.writeUInt16LE(12, alone.indexOf(Buffer.from('PK\x01\x02')) + 10);
  await assert.rejects(open(alone), { message: 'In shop.zip, a.txt is packed by another method than deflate.' });
  const broken = gzipSync(stacks).fill(0xff, 10, 20);
  assert.equal((await open(tarOf({ 'a.gz': broken, 'b.txt': stacks }))).source.name, 'b.txt');
  await assert.rejects(open(tarOf({ 'a.gz': broken, 'notes.md': 'x' })), { message: /^In shop\.zip, a\.gz cannot be read: / });
});

test('more files than a list holds are refused', async () => {
  const header = tarOf({ a: '' }).subarray(0, 512);
  const files = Buffer.alloc(100_001 * 512, header);
  await assert.rejects(openProfile(storedFile('many.tar', files, 1 << 20), undefined), {
    code: 'format-too-large',
    message: 'many.tar holds more than 100,000 files.',
  });
});

test('a file in a container that is not read is named with the container', async () => {
  await assert.rejects(open(zipOf({ 'notes.txt': 'words of people\n' })), {
    message: 'In shop.zip, notes.txt is in no format that Laglens reads.',
  });
});

test('a cut gzip or tar gives the lines that it has, and is known to be cut', async () => {
  // Numbers that do not repeat keep the packed bytes many: half of them hold whole lines.
  const lines = Array.from({ length: 5_000 }, (_, at) => `main;a${(at * 7_919) % 104_729};b${(at * at * 31) % 99_991} 1\n`).join('');
  const tar = tarOf({ 'stacks.txt': lines });
  for (const packed of [gzipSync(lines), tar, gzipSync(tar)]) {
    for (const [bytes, isCut] of [
      [packed, false],
      [packed.subarray(0, packed.length / 2), true],
    ] as const) {
      const found = await open(bytes);
      const text = await allText(found.source, 1 << 20);
      assert.ok(lines.startsWith(text) && text.length > lines.length / 4);
      assert.deepEqual([found.isCut(), text.length === lines.length], [isCut, !isCut]);
    }
  }
});

test('entries are searched for their keys up to a sum, beyond which a name is asked for', async () => {
  const bytes = zipOf({ 'a.json': JSON.stringify({ a: 'x'.repeat(200_000) }), 'trace.json': trace });
  assert.equal((await open(bytes, undefined, 2 ** 20)).source.name, 'trace.json');
  await assert.rejects(open(bytes, undefined, 2 ** 16), {
    code: 'format-too-large',
    message: 'The files in shop.zip are more than 0.00006103515625 GiB to search for a profile.',
    next: 'Name the profile: `laglens report "shop.zip!/ENTRY"`; or unpack it, and open one.',
  });
  assert.equal((await open(bytes, 'trace.json', 2 ** 16)).source.name, 'trace.json');
});
