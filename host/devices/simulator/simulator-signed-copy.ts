import { constants } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { readForeignFile } from '../../foreign-file.ts';
import type { DeployOptions, Undo } from '../device.ts';
import { placeLibrary, replaceFile } from '../ios/xcode/resign/embedded-library.ts';
import { MOST_EXECUTABLE_BYTES } from '../ios/xcode/resign/minimum-system.ts';
import { signCopy } from '../ios/xcode/resign/signer.ts';
import { withWeakLibrary } from '../ios/xcode/resign/weak-library.ts';
import type { Xcrun } from '../ios/xcode/xcrun/xcrun.ts';
import { privateTempFolder, removePrivateTempFolder } from '../private-temp-folder.ts';
import type { LaunchedApp } from './launched-app.ts';
import type { Simctl } from './simctl.ts';

const LIBRARY = 'liblaglens.dylib';

interface SignedCopyRequest {
  readonly udid: string;
  readonly app: LaunchedApp;
  /** Signed. */
  readonly library: string;
  readonly simctl: Simctl;
  readonly xcrun: Xcrun;
  readonly options: DeployOptions;
}

/** Installs a copy that loads the agent, after asking. Undefined, with a log line, when declined. @throws LaglensError */
export async function installSignedCopy(request: SignedCopyRequest): Promise<Undo | undefined> {
  const { app, options } = request;
  if (app.slices.length === 0) return unfit(options, 'its executable cannot be read');
  const path = join(app.bundle, app.executable);
  const result = withWeakLibrary(new Uint8Array(await readForeignFile(path, MOST_EXECUTABLE_BYTES)), app.executable, LIBRARY);
  if (result.kind !== 'added') return unfit(options, 'its executable has no room for a load command');
  if (options.consent === undefined) return unfit(options, 'replacing the app needs consent (laglens record: --replace)');
  const agreed = await options.consent({
    question: phrase`Replace ${app.name} on the simulator with an instrumented copy?`,
    detail: phrase`This simulator ignores libraries that are inserted at the start. Laglens copies the installed app, adds the agent, signs the copy ad hoc and starts it; the app keeps its data. You can restore the original afterwards.`,
    yes: phrase`Replace`,
  });
  if (!agreed) throw new DOMException('It was not agreed to.', 'AbortError');
  const folder = await privateTempFolder('laglens-simulator-copy-', phrase`The app`);
  try {
    const original = await copyOf(app.bundle, join(folder, 'original'));
    const copy = await copyOf(app.bundle, join(folder, 'copy'));
    await embedAgent(request, copy, result.file);
    options.progress(phrase`Installing the copy`);
    await request.simctl.install(request.udid, copy, options.signal);
    return undoOf(request, original, folder);
  } catch (error) {
    await removePrivateTempFolder(folder);
    throw error;
  }
}

function unfit({ log }: DeployOptions, why: string): undefined {
  log(`No instrumented copy of the app is installed: ${why}.`);
}

async function copyOf(bundle: string, folder: string): Promise<string> {
  const to = join(folder, basename(bundle));
  await mkdir(folder);
  await cp(bundle, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE });
  return to;
}

async function embedAgent({ app, library, xcrun, options }: SignedCopyRequest, copy: string, executable: Uint8Array): Promise<void> {
  await placeLibrary(copy, LIBRARY, await readForeignFile(library, MOST_EXECUTABLE_BYTES));
  await replaceFile(join(copy, app.executable), executable);
  const kept = '--preserve-metadata=identifier,entitlements,flags';
  await signCopy(copy, ['--force', '--sign', '-', '--timestamp=none', kept], xcrun, options.signal);
}

function undoOf({ udid, app, simctl, options }: SignedCopyRequest, original: string, folder: string): Undo {
  const forget = async (): Promise<void> => void (await removePrivateTempFolder(folder));
  return {
    what: phrase`${app.name} on the simulator is an instrumented copy, which does nothing without Laglens.`,
    label: phrase`Restore`,
    run: async (signal) => {
      await simctl.install(udid, original, signal);
      await forget();
    },
    keep: () => background(forget(), (error) => options.log(`The original’s copy stays in ${folder}: ${messageOf(error)}`)),
  };
}
