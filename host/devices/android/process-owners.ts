import { parseAppId } from './android-apps.ts';
import type { ProcessOwner } from './android-processes.ts';

/** A reinstalled app has another user id. */
const ASK_AGAIN_MS = 5_000;

interface Known {
  readonly owner: ProcessOwner;
  readonly sinceMs: number;
}

/** Caches apps' user ids: a launch queries often, and the package manager is slow. */
export class ProcessOwners {
  readonly #known = new Map<string, Known>();

  /** Appended to a command line; empty while cached. */
  command(id: string): string {
    if (this.#known.has(id)) return '';
    const { user } = parseAppId(id);
    return `; cmd package list packages -U --user ${user === undefined ? '"$(am get-current-user)"' : user}`;
  }

  /** Undefined when the device does not say. */
  owner(id: string, output: string): ProcessOwner | undefined {
    const known = this.#known.get(id);
    if (known !== undefined) return known.owner;
    const owner = ownerOf(parseAppId(id).name, output);
    if (owner !== undefined) this.#known.set(id, { owner, sinceMs: performance.now() });
    return owner;
  }

  /** The user id may have changed. @param hasNamesakes something runs by its name */
  doubt(id: string, hasNamesakes: boolean): void {
    const known = this.#known.get(id);
    if (known !== undefined && (hasNamesakes || performance.now() - known.sinceMs > ASK_AGAIN_MS)) this.#known.delete(id);
  }
}

/** AOSP PackageManagerShellCommand.runListPackages: `package:NAME uid:UID`. */
export function ownerOf(name: string, output: string): ProcessOwner | undefined {
  const packages = [...output.matchAll(/^package:(\S+) (?:.*? )?uid:(\d+)/gm)].map((each) => ({
    name: each[1] ?? '',
    uid: Number(each[2]),
  }));
  const uid = packages.find((each) => each.name === name)?.uid;
  if (uid === undefined) return undefined;
  return { name, uid, siblings: packages.filter((each) => each.uid === uid && each.name !== name).map((each) => each.name) };
}
