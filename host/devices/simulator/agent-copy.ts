import { chmod, copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { Xcrun } from '../ios/xcrun.ts';

/** The agent's library as simulators load it. */
export interface AgentCopy {
  /** Absolute. */
  readonly library: string;
  remove(): Promise<void>;
}

const PREFIX = 'laglens-simulator-';
/** What killed editors left is older than any capture. */
const ABANDONED_MS = 3 * 24 * 3600 * 1000;

/**
 * Copies the agent's library and signs the copy ad hoc: what only a linker has signed is passed over by dyld in newer simulators,
 * without a word. Throws `LaglensError`; nothing is left behind then.
 */
export async function signedAgentCopy(files: AgentFiles, xcrun: Xcrun, signal: AbortSignal): Promise<AgentCopy> {
  const [source, folder] = await Promise.all([files.iosLibrary('simulator'), ownFolder()]);
  const library = join(folder, 'liblaglens.dylib');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await copyFile(source, library);
    await chmod(library, 0o755);
    const call = { purpose: 'Signing the agent for the simulator', signal };
    await xcrun.text('codesign', ['--force', '--sign', '-', '--timestamp=none', library], call);
    return { library, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether codesign finds the library's signature right; undefined when it cannot be asked. */
export async function isSignatureRight(library: string, xcrun: Xcrun, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const call = { purpose: 'Checking the agent’s signature', signal };
    return (await xcrun.answer('codesign', ['--verify', library], call)).code === 0;
  } catch (error) {
    if (error instanceof LaglensError) return undefined;
    throw error;
  }
}

async function ownFolder(): Promise<string> {
  try {
    await removeAbandoned();
    return await mkdtemp(join(tmpdir(), PREFIX));
  } catch (cause) {
    throw new LaglensError({
      code: 'push-failed',
      message: `The agent could not be copied to ${tmpdir()}: ${cause instanceof Error ? cause.message : String(cause)}.`,
      next: 'Make room in that folder, or make it writable, and try again.',
      action: 'retry',
      cause,
    });
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}
