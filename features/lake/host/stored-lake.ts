import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removePrivateTempFolder } from '../../../host/devices/private-temp-folder.ts';
import { LAKE_VERSION } from '../core/tables.ts';
import { addSessions } from './add-sessions.ts';

/** A session file in one state. */
export interface LakeSessionFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export interface StoredLakeOptions {
  readonly thresholdUs: number;
  /** Begins of the app's classes; undefined: by the app's id. */
  readonly packages: readonly string[] | undefined;
  /** Version of Laglens: another one may judge lags otherwise. */
  readonly madeBy: string;
  readonly signal: AbortSignal;
  /** After each session that is read. */
  done(): void;
}

/** Contents of the lake, in a file beside its tables. */
interface Contents {
  readonly settings: string;
  /** By path: the state of the file, and whether the lake had a copy of it. */
  readonly files: Readonly<Record<string, { readonly state: string; readonly isCopy: boolean }>>;
}

const CONTENTS = 'contents.json';

/**
 * Keeps a lake of ours equal to stored sessions: adds those that it lacks, and begins again for other settings, changed files, or once
 * most of its sessions are gone. Rejects with LaglensError if it cannot be written.
 */
export async function refreshLake(folder: string, sessions: readonly LakeSessionFile[], options: StoredLakeOptions): Promise<void> {
  const settings = JSON.stringify([LAKE_VERSION, options.madeBy, options.thresholdUs, options.packages]);
  let known = await readContents(folder);
  if (known.settings !== settings || isOutdated(known.files, sessions)) {
    await removePrivateTempFolder(folder);
    known = { settings, files: {} };
  }
  const files = new Map(Object.entries(known.files));
  const missing = sessions.filter(({ path }) => !files.has(path));
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const states = new Map(missing.map((each) => [each.path, stateOf(each)]));
  await addSessions(
    folder,
    missing.map(({ path }) => path),
    {
      version: '',
      ...{ thresholdUs: options.thresholdUs, packages: options.packages, signal: options.signal },
      done: (path, end) => {
        files.set(path, { state: states.get(path) ?? '', isCopy: end === 'there' });
        options.done();
      },
    },
  );
  const contents: Contents = { settings, files: Object.fromEntries(files) };
  await writeFile(join(folder, CONTENTS), JSON.stringify(contents), { mode: 0o600 });
}

/** Whether rows must go: the lake only grows. A copy counts by the file that was read first. */
function isOutdated(files: Contents['files'], sessions: readonly LakeSessionFile[]): boolean {
  const states = new Map(sessions.map((each) => [each.path, stateOf(each)]));
  const all = Object.entries(files);
  const gone = all.filter(([path]) => !states.has(path));
  const isChanged = all.some(([path, { state }]) => states.has(path) && states.get(path) !== state);
  return isChanged || gone.length > all.length / 2 || (gone.length > 0 && all.some(([, { isCopy }]) => isCopy));
}

function stateOf({ bytes, modifiedMs }: LakeSessionFile): string {
  return `${bytes} ${modifiedMs}`;
}

/** Without contents if the file is missing or damaged. */
async function readContents(folder: string): Promise<Contents> {
  const text = await readFile(join(folder, CONTENTS), 'utf8').catch(() => '{}');
  try {
    return contentsOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return { settings: '', files: {} };
    throw error;
  }
}

function contentsOf(value: unknown): Contents {
  const { settings, files } = Object(value);
  const known = Object.entries(Object(files)).flatMap(([path, file]) => {
    const { state, isCopy } = Object(file);
    return typeof state === 'string' ? [[path, { state, isCopy: isCopy === true }] as const] : [];
  });
  return { settings: typeof settings === 'string' ? settings : '', files: Object.fromEntries(known) };
}
