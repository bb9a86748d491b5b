import { inflateRawSync } from 'node:zlib';

/**
 * Names and contents of a ZIP archive without a comment, from its central directory (PKWARE APPNOTE 4.3.7, 4.3.12 and 4.3.16).
 * @throws Error for other bytes
 */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== 0x06054b50) throw new Error('no end record of a ZIP archive without comment');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error(`no central directory entry at byte ${at}`);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
    files.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(stored) : stored);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
