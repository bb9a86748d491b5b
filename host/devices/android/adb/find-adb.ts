import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { openForeignFile } from '../../../foreign-file.ts';
import { type ReadText, sdksOfProjects } from './sdk-of-project.ts';

/** Tests replace it. */
interface SearchPlace {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly home: string;
  /** Projects whose local.properties may name an SDK. */
  readonly folders?: readonly string[];
  readonly read?: ReadText;
  exists(path: string): Promise<boolean>;
}

export function thisComputer(environment: NodeJS.ProcessEnv, folders: readonly string[] = []): SearchPlace {
  return { environment, platform: process.platform, home: homedir(), folders, exists: isProgram, read: smallText };
}

/** ANDROID_HOME, ANDROID_SDK_ROOT, PATH, projects' SDKs, then usual folders, as GUI programs often lack the shell's environment. */
async function adbCandidates({ environment, platform, home, folders = [], read }: SearchPlace): Promise<readonly string[]> {
  const { join, delimiter } = platform === 'win32' ? win32 : posix;
  const program = platform === 'win32' ? 'adb.exe' : 'adb';
  const sdks = [environment.ANDROID_HOME, environment.ANDROID_SDK_ROOT];
  const usual = {
    darwin: [join(home, 'Library/Android/sdk')],
    win32: [join(environment.LOCALAPPDATA ?? join(home, 'AppData/Local'), 'Android/Sdk')],
  }[platform] ?? [join(home, 'Android/Sdk'), '/usr/lib/android-sdk', '/opt/android-sdk'];
  const inSdk = (sdk: string): string => join(sdk, 'platform-tools', program);
  const isGiven = (each: string | undefined): each is string => each !== undefined && each !== '';
  const path = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter(isGiven);
  const projects = read === undefined ? [] : await sdksOfProjects(folders, platform, read);
  return [...sdks.filter(isGiven).map(inSdk), ...path.map((folder) => join(folder, program)), ...projects.map(inSdk), ...usual.map(inSdk)];
}

/** The setting, else the first existing candidate. */
export async function findAdb(setting: string, place: SearchPlace): Promise<string> {
  if (setting !== '') {
    if (await place.exists(setting)) return setting;
    throw new LaglensError({
      code: 'adb-not-found',
      message: phrase`The setting for adb names ${setting}, but there is no such program.`,
      next: phrase`Correct the setting, or empty it so that Laglens searches for adb.`,
      action: 'setAdbPath',
    });
  }
  const candidates = await adbCandidates(place);
  for (const path of candidates) if (await place.exists(path)) return path;
  throw new LaglensError({
    code: 'adb-not-found',
    message: phrase`No adb server runs, and the adb program was not found: not by ANDROID_HOME, not in PATH, not by sdk.dir of local.properties, not in the usual places.`,
    next: phrase`Install the Android SDK Platform-Tools, or set the path of adb in the settings.`,
    action: 'setAdbPath',
    output: candidates.join('\n'),
  });
}

async function isProgram(path: string): Promise<boolean> {
  return await access(path, process.platform === 'win32' ? constants.F_OK : constants.X_OK).then(
    () => true,
    () => false,
  );
}

const MOST_TEXT_BYTES = 65_536;

async function smallText(path: string): Promise<string | undefined> {
  try {
    const { handle } = await openForeignFile(path);
    try {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MOST_TEXT_BYTES), position: 0 });
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // Most projects have none, and an unreadable one names no SDK.
    return undefined;
  }
}
