import { withoutEndSlashes } from '../../../../../core/text/end-slashes.ts';
import { HEADER_BYTES, LOAD_WEAK_DYLIB, type LoadCommands, loadCommandsOf } from './load-commands.ts';

/** `struct dylib_command`: command, its length, where the name begins, timestamp, current and compatible version. */
const DYLIB_COMMAND_BYTES = 24;
/** What linkers write; nobody reads it. */
const TIMESTAMP = 2;
const VERSION_1 = 0x10000;

/** What became of an executable that is to load a library. */
export type WeakLibraryResult =
  /** `file` is the executable with the load command; its signature no longer fits. */
  | { readonly kind: 'added'; readonly file: Uint8Array; readonly installName: string }
  /** It loads a library of this name already. */
  | { readonly kind: 'present' }
  /** The header of a slice has no room. */
  | { readonly kind: 'noRoom'; readonly needed: number; readonly room: number };

/**
 * Adds a weak load command (`LC_LOAD_WEAK_DYLIB`) to every slice of an executable: where the library cannot be loaded, the app
 * starts without it. Only bytes between the last load command and the first section change, so nothing moves.
 * @param libraryName the library's file in the app's `Frameworks`
 * @throws SymbolError when the file is damaged
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

/** By `@rpath`, as Xcode's own frameworks are, where every slice looks into `Frameworks`; else by the path from the executable. */
function installNameIn(slices: readonly LoadCommands[], libraryName: string): string {
  const frameworks = ['@executable_path/Frameworks', '@loader_path/Frameworks'];
  const byRpath = slices.every((slice) => slice.rpaths.some((path) => frameworks.includes(withoutEndSlashes(path))));
  return byRpath ? `@rpath/${libraryName}` : `@executable_path/Frameworks/${libraryName}`;
}

/** What lies behind the commands is room only as far as nobody wrote anything there. */
function unusedRoom(file: Uint8Array, slice: LoadCommands): number {
  const begin = slice.start + HEADER_BYTES + slice.bytes;
  const used = file.subarray(begin, begin + slice.room).findIndex((byte) => byte !== 0);
  return used < 0 ? slice.room : used;
}

function weakLoadCommand(installName: string): Uint8Array {
  const text = new TextEncoder().encode(installName);
  // Ends with a NUL at least, and at a multiple of 8 as all commands of 64-bit files do.
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
