/**
 * Names and sizes of a ZIP archive's files, from its central directory (PKWARE APPNOTE 4.3.12 and 4.3.16), for archives
 * without a comment as vsce writes them.
 * @throws Error when the bytes are no such archive
 */
export function zipListing(archive: Buffer): readonly { readonly name: string; readonly size: number }[] {
  const end = archive.length - 22;
  if (end < 0 || archive.readUInt32LE(end) !== 0x06054b50) throw new Error('no end record of a ZIP archive without comment');
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error(`no central directory entry at byte ${at}`);
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({ name: archive.toString('utf8', at + 46, at + 46 + nameLength), size: archive.readUInt32LE(at + 24) });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
