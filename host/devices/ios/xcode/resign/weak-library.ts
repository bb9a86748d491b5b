import { withoutEndSlashes } from '../../../../../core/text/end-slashes.ts';
import { HEADER_BYTES, LOAD_WEAK_DYLIB, type LoadCommands, loadCommandsOf } from './load-commands.ts';

/** `struct dylib_command`: command, length, name offset, timestamp, current and compatible version. */
const DYLIB_COMMAND_BYTES = 24;
/** The linkers' value, which is unused. */
const TIMESTAMP = 2;
const VERSION_1 = 0x10000;

export type WeakLibraryResult =
  /** The signature is no longer valid. */
  | { readonly kind: 'added'; readonly file: Uint8Array; readonly installName: string }
  /** A library of this name is loaded already. */
  | { readonly kind: 'present' }
  /** A slice's header has no room. */
  | { readonly kind: 'noRoom'; readonly needed: number; readonly room: number };

/**
 * Adds `LC_LOAD_WEAK_DYLIB` to every slice: the app starts without a missing library, too. Only padding behind the
 * load commands changes, so nothing moves.
 * @param libraryName in the app's `Frameworks`
 * @throws SymbolError for a damaged file
 */
export function withWeakLibrary(executable: Uint8Array, name: string, libraryName: string): WeakLibraryResult {
  const slices = loadCommandsOf(executable, name);
  if (slices.some((slice) => slice.libraries.some((path) => path.endsWith(`/${libraryName}`)))) return { kind: 'present' };
  const installName = installNameIn(slices, libraryName);
  const command = weakLoadCommand(installName);
  const room = Math.min(...slices.map((slice) => unusedRoom(executable, slice)));
  if (room < command.length) return { kind: 'noRoom', needed: command.length, room };
  const file = new Uint8Array(executable);
  for (const slice of slices) append(file, slice, command);
  return { kind: 'added', file, installName };
}

/** By `@rpath` if every slice searches `Frameworks`, else relative to the executable. */
function installNameIn(slices: readonly LoadCommands[], libraryName: string): string {
  const frameworks = ['@executable_path/Frameworks', '@loader_path/Frameworks'];
  const byRpath = slices.every((slice) => slice.rpaths.some((path) => frameworks.includes(withoutEndSlashes(path))));
  return byRpath ? `@rpath/${libraryName}` : `@executable_path/Frameworks/${libraryName}`;
}

/** Only zero bytes behind the commands count as room. */
function unusedRoom(file: Uint8Array, slice: LoadCommands): number {
  const begin = slice.start + HEADER_BYTES + slice.bytes;
  const used = file.subarray(begin, begin + slice.room).findIndex((byte) => byte !== 0);
  return used < 0 ? slice.room : used;
}

function weakLoadCommand(installName: string): Uint8Array {
  const text = new TextEncoder().encode(installName);
  // At least one NUL, padded to 8 bytes like all 64-bit commands.
  const length = Math.ceil((DYLIB_COMMAND_BYTES + text.length + 1) / 8) * 8;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  [LOAD_WEAK_DYLIB, length, DYLIB_COMMAND_BYTES, TIMESTAMP, VERSION_1, VERSION_1].forEach((value, i) => {
    view.setUint32(i * 4, value, true);
  });
  bytes.set(text, DYLIB_COMMAND_BYTES);
  return bytes;
}

function append(file: Uint8Array, slice: LoadCommands, command: Uint8Array): void {
  file.set(command, slice.start + HEADER_BYTES + slice.bytes);
  const view = new DataView(file.buffer, file.byteOffset + slice.start, HEADER_BYTES);
  view.setUint32(16, slice.count + 1, true);
  view.setUint32(20, slice.bytes + command.length, true);
}
