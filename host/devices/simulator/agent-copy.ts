import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { readForeignFile } from '../../foreign-file.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { LoadCommands } from '../ios/xcode/resign/load-commands.ts';
import { withMinimumSystem } from '../ios/xcode/resign/minimum-system.ts';
import type { Xcrun } from '../ios/xcode/xcrun/xcrun.ts';
import { privateTempFolder, removePrivateTempFolder } from '../private-temp-folder.ts';

export interface AgentCopy {
  /** Absolute. */
  readonly library: string;
  remove(): Promise<void>;
}

/** A generous limit. */
const MOST_LIBRARY_BYTES = 64 << 20;
const PREFIX = 'laglens-simulator-';

/**
 * Signs a copy of the library ad hoc: newer simulators silently skip linker-signed libraries and those for older
 * systems. Leaves nothing behind on failure.
 * @param app load commands of the app
 * @throws LaglensError
 */
export async function signedAgentCopy(
  files: AgentFiles,
  app: readonly LoadCommands[],
  xcrun: Xcrun,
  signal: AbortSignal,
): Promise<AgentCopy> {
  const [source, folder] = await Promise.all([files.iosLibrary('simulator'), privateTempFolder(PREFIX, phrase`The agent`)]);
  const library = join(folder, 'liblaglens.dylib');
  const remove = async (): Promise<void> => void (await removePrivateTempFolder(folder));
  try {
    await writeFile(
      library,
      withMinimumSystem(await readForeignFile(source, MOST_LIBRARY_BYTES, { links: 'follow' }), 'liblaglens.dylib', app),
    );
    await chmod(library, 0o755);
    const call = { purpose: phrase`Signing the agent for the simulator`, signal };
    await xcrun.text('codesign', ['--force', '--sign', '-', '--timestamp=none', library], call);
    return { library, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The answer of codesign; undefined when unknown. */
export async function isSignatureRight(library: string, xcrun: Xcrun, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const call = { purpose: phrase`Checking the agent’s signature`, signal };
    return (await xcrun.answer('codesign', ['--verify', library], call)).code === 0;
  } catch (error) {
    if (error instanceof LaglensError) return undefined;
    throw error;
  }
}
