import { constants } from 'node:fs';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LaglensError } from '../../../../../core/errors.ts';
import { SymbolError } from '../../../../../core/symbols/bytes/symbol-error.ts';
import { phrase } from '../../../../../core/text/phrase.ts';
import { notDebuggable } from '../../../errors.ts';
import type { Xcrun } from '../xcrun/xcrun.ts';
import { placeLibrary, replaceFile } from './embedded-library.ts';
import { isForPhones, isForSimulators, type LoadCommands, loadCommandsOf } from './load-commands.ts';
import { withMinimumSystem } from './minimum-system.ts';
import { identityOf, sign, signatureOf } from './signer.ts';
import { type WeakLibraryResult, withWeakLibrary } from './weak-library.ts';

const LIBRARY = 'liblaglens.dylib';
/** No app has a larger executable. */
const MAX_EXECUTABLE_BYTES = 2 ** 31 - 1;

interface ResignedCopyOptions {
  /** Stays unchanged. */
  readonly app: string;
  /** `CFBundleExecutable`. */
  readonly executable: string;
  /** For phones. */
  readonly library: string;
  /** An empty folder, removed by the caller. */
  readonly folder: string;
  readonly xcrun: Xcrun;
  /** @param step in a few words */
  progress(step: string): void;
  readonly signal: AbortSignal;
}

export interface ResignedCopy {
  readonly app: string;
  /** The original's signer: `Apple Development: Ada Byron (A1B2C3D4E5)`. */
  readonly authority: string;
  /** For `DYLD_INSERT_LIBRARIES`, unless the executable loads the agent. */
  readonly insert: string | undefined;
}

/**
 * Copies an app, adds the agent and signs it by the same identity and entitlements. Nested frameworks and extensions
 * keep their signatures.
 * @throws LaglensError for apps that are not debuggable, encrypted, not for phones or impossible to sign
 */
export async function resignedCopy(options: ResignedCopyOptions): Promise<ResignedCopy> {
  const { app, folder, xcrun, signal } = options;
  options.progress(phrase`Reading the app’s signature`);
  const executable = await readExecutable(join(app, options.executable));
  const { result, slices } = withAgent(executable, options.executable);
  const signature = await signatureOf(app, xcrun, signal);
  const identity = await identityOf(signature, xcrun, signal);

  options.progress(phrase`Copying the app`);
  const copy = join(folder, basename(app));
  // Copies on write where the volume can.
  await cp(app, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE });
  signal.throwIfAborted();
  const library = await placeLibrary(copy, LIBRARY, withMinimumSystem(await readFile(options.library), LIBRARY, slices));
  if (result.kind === 'added') await replaceFile(join(copy, options.executable), result.file);

  options.progress(phrase`Signing the copy as ${signature.authority}`);
  const entitlements = join(folder, 'entitlements.plist');
  await writeFile(entitlements, signature.entitlements);
  await sign(library, identity, undefined, xcrun, signal);
  await sign(copy, identity, entitlements, xcrun, signal);
  await xcrun.text('codesign', ['--verify', '--strict', copy], { purpose: phrase`Checking the signature of the copy`, signal });
  const insert = result.kind === 'noRoom' ? `@executable_path/Frameworks/${LIBRARY}` : undefined;
  return { app: copy, authority: signature.authority, insert };
}

/** Adds a load command if there is room. */
function withAgent(executable: Uint8Array, name: string): { readonly result: WeakLibraryResult; readonly slices: readonly LoadCommands[] } {
  try {
    const slices = loadCommandsOf(executable, name);
    checkSlices(slices, name);
    return { result: withWeakLibrary(executable, name, LIBRARY), slices };
  } catch (error) {
    if (!(error instanceof SymbolError)) throw error;
    throw new LaglensError({
      code: 'app-damaged',
      message: phrase`The executable ${name} cannot be read: ${error.message}`,
      next: phrase`Build the app again (Product > Clean Build Folder first), and start again.`,
      cause: error,
    });
  }
}

function checkSlices(slices: readonly LoadCommands[], name: string): void {
  if (!slices.some(isForPhones)) {
    throw new LaglensError({
      code: 'agent-abi',
      message: slices.some(isForSimulators)
        ? phrase`The executable ${name} is for simulators: it has no code for phones.`
        : phrase`The executable ${name} has no code for phones (arm64).`,
      next: phrase`Choose a phone as the run destination, build the app, and start again.`,
      action: 'pickApp',
    });
  }
  if (slices.some((slice) => slice.isEncrypted)) throw notDebuggable.encrypted(name);
}

async function readExecutable(path: string): Promise<Uint8Array> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw new LaglensError({
      code: 'app-damaged',
      message: phrase`The app has no executable at ${path}.`,
      next: phrase`Build the app, and start again.`,
      cause: error,
    });
  });
  if (size > MAX_EXECUTABLE_BYTES) {
    throw new LaglensError({
      code: 'app-damaged',
      message: phrase`The executable ${path} has ${size} bytes, more than Laglens changes.`,
      next: phrase`Link the agent into the app’s debug build instead.`,
    });
  }
  return new Uint8Array(await readFile(path));
}
