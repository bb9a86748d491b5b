import { basename } from 'node:path';
import type { SessionModel } from '../../core/session/model/model.ts';
import { phrase } from '../../core/text/phrase.ts';
import { type Walk, walkFolder } from '../folders/folder-walk.ts';
import type { Step } from './steps.ts';

const limits = { depth: 40, entries: 200_000 } as const;
const outputs: ReadonlySet<string> = new Set(['build', 'out', 'dist']);
/** Libraries and the system, whose sources are not in a workspace. */
const foreign = /^L(java|javax|jdk|sun|kotlin|kotlinx|android|androidx|dalvik|libcore|com\/android|com\/google)\//;

/** Folders that only VS Code reads. */
export interface SourcesElsewhere {
  /** For people. */
  readonly folders: readonly string[];
  /** How many of these file names are there. */
  count(names: ReadonlySet<string>, signal: AbortSignal): Promise<number>;
}

/** Searches the sources of classes that ran. */
export async function sourcesStep(
  model: SessionModel,
  folders: readonly string[],
  signal: AbortSignal,
  elsewhere: SourcesElsewhere = { folders: [], count: async () => 0 },
): Promise<Step> {
  const wanted = new Set(
    model.methods
      .filter((method) => method.sourceFile !== '' && !foreign.test(method.class))
      .map((method) => method.class.slice(1, method.class.lastIndexOf('/') + 1) + method.sourceFile),
  );
  if (folders.length + elsewhere.folders.length === 0) {
    return {
      name: 'sources',
      verdict: 'warning',
      text: phrase`No folder is open.`,
      next: phrase`Open the folder with the app’s sources.`,
      code: 'usage',
    };
  }
  if (wanted.size === 0) {
    const isNative = model.runs.some(({ hello }) => hello?.os === 'ios' || hello?.os === 'ios-simulator');
    const text = isNative
      ? phrase`Names and source files of native code come from the dSYM of your build, in a capture; they are not checked here.`
      : phrase`Nothing of the app itself ran meanwhile, so there was nothing to look for.`;
    return { name: 'sources', verdict: 'skipped', text };
  }
  const names = new Set([...wanted].map((path) => path.slice(path.lastIndexOf('/') + 1)));
  const found = Math.max(await findSources(names, folders, signal), await elsewhere.count(names, signal));
  const some = [...wanted].slice(0, 3).join(', ');
  if (found > 0)
    return { name: 'sources', verdict: 'ok', text: phrase`${found} of ${wanted.size} source files of what ran are here (${some} …).` };
  return {
    name: 'sources',
    verdict: 'warning',
    text: phrase`None of ${wanted.size} source files of what ran (${some} …) is in ${[...folders, ...elsewhere.folders].join(', ')}.`,
    next: phrase`Open the folder with the app’s sources.`,
  };
}

/** Counts files below the folders, by name, as Kotlin may omit package folders. */
async function findSources(names: ReadonlySet<string>, folders: readonly string[], signal: AbortSignal): Promise<number> {
  const found = new Set<string>();
  const walk: Walk = {
    limits,
    links: 'skip',
    folder: (name) => {
      signal.throwIfAborted();
      return name.startsWith('.') || outputs.has(name) ? 'skip' : 'enter';
    },
    file: (name) => names.has(name),
  };
  for (const folder of folders) {
    if (found.size === names.size) break;
    for await (const { path } of walkFolder(folder, walk)) {
      found.add(basename(path));
      if (found.size === names.size) break;
    }
  }
  return found.size;
}
