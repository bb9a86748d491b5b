import { SymbolError } from '../../../../../core/symbols/bytes/symbol-error.ts';
import { isUnread, readForeignFile } from '../../../../foreign-file.ts';
import { type LoadCommands, loadCommandsOf } from './load-commands.ts';

/** Largest debug builds have half of it. */
export const MOST_EXECUTABLE_BYTES = 1 << 30;

/**
 * Raises the library's oldest system to the app's. Simulators of iOS 26.3 and newer silently skip inserted libraries
 * for older systems. Invalidates signatures.
 * @param name for errors
 * @throws SymbolError for a damaged library
 */
export function withMinimumSystem(library: Uint8Array, name: string, app: readonly LoadCommands[]): Uint8Array {
  const file = new Uint8Array(library);
  const view = new DataView(file.buffer);
  for (const { cpu, minimum } of loadCommandsOf(library, name)) {
    const wanted = minimumOf(app, cpu);
    if (minimum !== undefined && wanted > minimum.version) view.setUint32(minimum.at, wanted, true);
  }
  return file;
}

/** Empty for unreadable files and other formats. */
export async function loadCommandsIn(path: string): Promise<readonly LoadCommands[]> {
  try {
    return loadCommandsOf(await readForeignFile(path, MOST_EXECUTABLE_BYTES), path);
  } catch (error) {
    if (error instanceof SymbolError || isUnread(error)) return [];
    throw error;
  }
}

/** The same processor's, else the newest. */
function minimumOf(app: readonly LoadCommands[], cpu: number): number {
  const same = app.filter((slice) => slice.cpu === cpu);
  const versions = (same.length > 0 ? same : app).flatMap(({ minimum }) => (minimum === undefined ? [] : [minimum.version]));
  return Math.max(0, ...versions);
}
