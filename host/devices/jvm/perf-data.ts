/**
 * Reads one text out of HotSpot's performance data file (`hsperfdata_<user>/<pid>`).
 * Layout: OpenJDK `src/hotspot/share/runtime/perfMemory.hpp`, `PerfDataPrologue` and `PerfDataEntry`.
 */

const MAGIC = 0xcafec0c0;
const PROLOGUE_BYTES = 32;
const ENTRY_BYTES = 20;
const MAX_ENTRIES = 4096;

/** The value of a text entry such as `sun.rt.javaCommand`; undefined when it is not there or the file is not what it should be. */
export function perfText(file: Uint8Array, name: string): string | undefined {
  if (file.length < PROLOGUE_BYTES) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0) !== MAGIC) return undefined;
  const little = view.getUint8(4) === 1;
  let at = view.getInt32(24, little);
  const count = Math.min(view.getInt32(28, little), MAX_ENTRIES);
  for (let index = 0; index < count; index++) {
    if (at < PROLOGUE_BYTES || at + ENTRY_BYTES > file.length) return undefined;
    const length = view.getInt32(at, little);
    if (length < ENTRY_BYTES || at + length > file.length) return undefined;
    const entry = file.subarray(at, at + length);
    if (textAt(entry, view.getInt32(at + 4, little)) === name) return textAt(entry, view.getInt32(at + 16, little));
    at += length;
  }
  return undefined;
}

function textAt(entry: Uint8Array, offset: number): string | undefined {
  if (offset < 0 || offset >= entry.length) return undefined;
  const end = entry.indexOf(0, offset);
  return Buffer.from(entry.subarray(offset, end < 0 ? entry.length : end)).toString('utf8');
}
