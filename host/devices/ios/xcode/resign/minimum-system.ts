import { SymbolError } from '../../../../../core/symbols/bytes/symbol-error.ts';
import { isUnread, readForeignFile } from '../../../../foreign-file.ts';
import { type LoadCommands, loadCommandsOf } from './load-commands.ts';

/** Larger executables are left unread: debug builds of the largest apps have half of it. */
export const MOST_EXECUTABLE_BYTES = 1 << 30;

/**
 * A library that says it needs the app's oldest system, where its own is older. Simulators of iOS 26.3 and newer pass over an inserted
 * library that is for older systems than the app, without a word. Signatures of the library no longer fit.
 * @param name the library, for errors
 * @throws SymbolError when the library is damaged
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

/** The load commands of an app's executable on this Mac; none when it cannot be read, or is no executable. */
export async function loadCommandsIn(path: string): Promise<readonly LoadCommands[]> {
  try {
    return loadCommandsOf(await readForeignFile(path, MOST_EXECUTABLE_BYTES), path);
  } catch (error) {
    if (error instanceof SymbolError || isUnread(error)) return [];
    throw error;
  }
}

/** That of the slice that runs on the same processor, or the newest of all. */
function minimumOf(app: readonly LoadCommands[], cpu: number): number {
  const same = app.filter((slice) => slice.cpu === cpu);
  return Math.max(0, ...(same.length > 0 ? same : app).map(({ minimum }) => minimum?.version ?? 0));
}
