import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the variable that tells the programs where their Mac's state is. */
export const FOLDER_VARIABLE = 'LAGLENS_FAKE_XCODE';

export interface Identity {
  /** 40 hex digits: the certificate's SHA-1. */
  readonly hash: string;
  /** As the keychain shows it. */
  readonly name: string;
  readonly team: string;
  /** What stands in for its certificate's bytes; left out where the signature is to have none that can be extracted. */
  readonly certificate?: string;
}

/** What the Mac is like, as a test set it up. */
export interface Setup {
  /** Xcode's version and build: `16.4`, `16F6`. */
  readonly version: string;
  readonly build: string;
  readonly developerFolder: string;
  /** The command that runs an app: the loader's, with its own arguments before the app's. */
  readonly loader: readonly string[];
  readonly identities: readonly Identity[];
  readonly omitsDeprecated: boolean;
}

/** What may be wrong, by test's wish. Calls are named by how they begin: `simctl launch`. */
export interface Faults {
  /** No Xcode at all, only the Command Line Tools, or nobody has accepted the licence. */
  readonly xcode?: 'missing' | 'commandLineTools' | 'license';
  /** Another Xcode's simulator service is running: a notice on stderr, everything works. */
  readonly otherXcode?: boolean;
  /** These never end. */
  readonly hang?: readonly string[];
  /** These wait so long first. */
  readonly slowMs?: Readonly<Record<string, number>>;
  /** These print something that is no JSON and no list. */
  readonly garbage?: readonly string[];
  /** These fail with the words given. */
  readonly fail?: Readonly<Record<string, { readonly code: number; readonly stderr: string }>>;
  /** dyld skips inserted libraries without a word, as it does in simulators when it does not like them. */
  readonly skipLibraries?: boolean;
  /** Apps end at once when anything is inserted. */
  readonly dieOfLibraries?: boolean;
  /** Finder has left attributes on all files, which codesign does not take until `xattr -cr` was there. */
  readonly detritus?: boolean;
  /** Apps end at once, whatever. */
  readonly dieAlways?: boolean;
}

/** One call, as it is logged for tests. */
export interface LoggedCall {
  readonly tool: string;
  readonly args: readonly string[];
  /** Variables that are handed on to apps. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The Mac's state, which is all in a folder: each program reads it anew. */
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

/** True when the call begins with one of the names. */
export function isNamed(call: string, names: readonly string[] | undefined): boolean {
  return names?.some((name) => call === name || call.startsWith(`${name} `)) === true;
}
