import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const FOLDER_VARIABLE = 'LAGLENS_FAKE_XCODE';

export interface Identity {
  /** 40 hex digits: the certificate's SHA-1. */
  readonly hash: string;
  /** As the keychain shows it. */
  readonly name: string;
  readonly team: string;
  /** Stands for its certificate's bytes; absent: none can be extracted. */
  readonly certificate?: string;
}

/** A test's Mac. */
export interface Setup {
  /** Xcode's version and build: `16.4`, `16F6`. */
  readonly version: string;
  readonly build: string;
  readonly developerFolder: string;
  /** Runs an app: the loader's command and arguments. */
  readonly loader: readonly string[];
  readonly identities: readonly Identity[];
  readonly omitsDeprecated: boolean;
}

/** A test's faults. Calls are named by their begin: `simctl launch`. */
export interface Faults {
  /** No Xcode, only the Command Line Tools, or an unaccepted licence. */
  readonly xcode?: 'missing' | 'commandLineTools' | 'license';
  /** Another Xcode's simulator service runs: a notice on stderr, everything works. */
  readonly otherXcode?: boolean;
  /** These never end. */
  readonly hang?: readonly string[];
  /** These wait so long first. */
  readonly slowMs?: Readonly<Record<string, number>>;
  /** Calls with garbage output. */
  readonly garbage?: readonly string[];
  /** Calls that fail with these words. */
  readonly fail?: Readonly<Record<string, { readonly code: number; readonly stderr: string }>>;
  /** dyld silently skips inserted libraries, as in simulators. */
  readonly skipLibraries?: boolean;
  /** Apps with inserted libraries end at once. */
  readonly dieOfLibraries?: boolean;
  /** Finder's attributes on all files, which codesign refuses until `xattr -cr`. */
  readonly detritus?: boolean;
  /** Apps end at once, whatever. */
  readonly dieAlways?: boolean;
}

export interface LoggedCall {
  readonly tool: string;
  readonly args: readonly string[];
  /** Variables passed to apps. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The Mac's state in a folder, which each program reads again. */
export class Xcode {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async setup(): Promise<Setup> {
    const setup: Setup = JSON.parse(await readFile(join(this.folder, 'setup.json'), 'utf8'));
    return setup;
  }

  async faults(): Promise<Faults> {
    const faults: Faults = JSON.parse(await readFile(join(this.folder, 'faults.json'), 'utf8').catch(() => '{}'));
    return faults;
  }

  /** All calls up to now. */
  async calls(): Promise<readonly LoggedCall[]> {
    const text = await readFile(join(this.folder, 'calls.jsonl'), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): LoggedCall => JSON.parse(line));
  }

  async log(call: LoggedCall): Promise<void> {
    await appendFile(join(this.folder, 'calls.jsonl'), `${JSON.stringify(call)}\n`);
  }
}

export function isNamed(call: string, names: readonly string[] | undefined): boolean {
  return names?.some((name) => call === name || call.startsWith(`${name} `)) === true;
}
