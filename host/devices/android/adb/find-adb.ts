import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { LaglensError } from '../../../../core/errors.ts';

/** Tests replace it. */
interface SearchPlace {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly home: string;
  exists(path: string): Promise<boolean>;
}

export function thisComputer(environment: NodeJS.ProcessEnv): SearchPlace {
  return { environment, platform: process.platform, home: homedir(), exists: isProgram };
}

/** ANDROID_HOME, ANDROID_SDK_ROOT, PATH, then usual folders, as GUI programs often lack the shell's environment. */
function adbCandidates({ environment, platform, home }: Omit<SearchPlace, 'exists'>): readonly string[] {
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
  return [...sdks.filter(isGiven).map(inSdk), ...path.map((folder) => join(folder, program)), ...usual.map(inSdk)];
}

/** The setting, else the first existing candidate. */
export async function findAdb(setting: string, place: SearchPlace): Promise<string> {
  if (setting !== '') {
    if (await place.exists(setting)) return setting;
    throw new LaglensError({
      code: 'adb-not-found',
      message: `The setting for adb names ${setting}, but there is no such program.`,
      next: 'Correct the setting, or empty it so that Laglens searches for adb.',
      action: 'setAdbPath',
    });
  }
  const candidates = adbCandidates(place);
  for (const path of candidates) if (await place.exists(path)) return path;
  throw new LaglensError({
    code: 'adb-not-found',
    message: 'No adb server runs, and the adb program was not found: not by ANDROID_HOME, not in PATH, not in the usual places.',
    next: 'Install the Android SDK Platform-Tools, or set the path of adb in the settings.',
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
