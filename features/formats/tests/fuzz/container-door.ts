import { gzipSync } from 'node:zlib';
import { LaglensError } from '../../../../core/errors.ts';
import { tarOf, zipOf } from '../../../../tests/fixtures/made-archives.ts';
import { alteredFields } from '../../../../tests/fuzz/altered-fields.ts';
import { alteredFrames } from '../../../../tests/fuzz/altered-frames.ts';
import { alteredTar } from '../../../../tests/fuzz/altered-tar.ts';
import { alteredJson } from '../../../../tests/fuzz/damage-json.ts';
import { alteredText } from '../../../../tests/fuzz/damage-text.ts';
import type { Door } from '../../../../tests/fuzz/door.ts';
import { zipFields } from '../../../../tests/fuzz/file-fields.ts';
import { allText } from '../../core/import/byte-source.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { OutlineScanner } from '../../core/text/json-outline.ts';
import { openProfile } from '../../host/open-profile.ts';
import { storedFile } from '../formats/stored-file.ts';

const files = { 'a/stacks.txt': 'main;a;b 3\nmain;a 2\n', 'notes.txt': 'words\n', [`${'long/'.repeat(30)}b.json`]: '{"level":1}' };

function alteredContainer(seed: Uint8Array, random: () => number): Uint8Array {
  if (random() < 0.3) return alteredFrames(seed, random);
  return seed[0] === 0x50 ? alteredFields(seed, zipFields, random) : alteredTar(seed, random);
}

/** Zip and tar files, their only readable entry and its bytes. */
export const container: Door = {
  name: 'container',
  seeds: async () => [
    ...[zipOf(files), zipOf(files, 'descriptors'), zipOf(files, 'zip64')],
    ...[tarOf(files), tarOf(files, 'gnu'), gzipSync(tarOf(files)), zipOf({ 'in.tar': tarOf(files), 'in.zip': zipOf({ notes: 'x' }) })],
  ],
  altered: alteredContainer,
  run: async (bytes, work) => {
    const found = await openProfile(storedFile('fuzz', bytes), undefined);
    if ('session' in found) return found.session.length;
    const { source, beside } = found;
    const text = await allText(source, 1 << 20);
    work.made([source.name, beside('notes.txt')?.name]);
    return text.length;
  },
  refuses: (error) => error instanceof LaglensError && error.code.startsWith('format-'),
  most: (bytes) => 2_000_000 + 2_000 * bytes,
  count: 300,
};

const log = ['E/DEBUG   ( 1234): "main" prio=5 tid=1 Runnable', '01-02 10:00:00.000  1234  1240 E DEBUG   :   at a.B.c(B.java:12)'];

/** Text of any encoding, with prefixes of logs. */
export const text: Door = {
  name: 'text',
  seeds: async () => [
    ...log.map((line) => Buffer.from(`${line}\r\n`.repeat(20))),
    Buffer.from('\ufeffa;b 1\n', 'utf16le'),
    Buffer.from('[ 01-02 10:00:00.000  1234: 1240 E/DEBUG    ]\nmessage\n\n'),
  ],
  altered: alteredText,
  run: (bytes) => cleanText(bytes),
  refuses: () => false,
};

/** Keys of JSON, also of damaged one. */
export const outline: Door = {
  name: 'json-outline',
  seeds: async () => [
    Buffer.from(JSON.stringify({ a: { b: 'c', d: [1, { e: 'f' }] }, list: [{ type: 'sampled', n: -1.5 }, 2], t: 'x"\\', z: null })),
    Buffer.from(JSON.stringify([{ ph: 'X', args: { name: 'a' } }, [1]])),
  ],
  altered: alteredJson,
  run: (bytes) => {
    const scanner = new OutlineScanner();
    for (let at = 0; at < bytes.length; at += 11) scanner.feed(bytes.subarray(at, at + 11));
    return [...(scanner.outline?.entries ?? [])].map(([key, { keys }]) => [key, ...keys.keys()]);
  },
  refuses: () => false,
};
