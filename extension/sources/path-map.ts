import { withoutEndSlashes } from '../../core/text/end-slashes.ts';

/** A build's path in comparable form, maybe of another computer. */
export interface BuiltPath {
  /** With `/`, without `.` and `..`. */
  readonly path: string;
  /** `Cart.cpp` */
  readonly name: string;
  /** On Windows case does not matter. */
  readonly isWindows: boolean;
}

/** A folder of builds and its local folder. */
export interface Remapping {
  readonly prefix: string;
  readonly folder: string;
}

/** Beyond any file system. */
const LONGEST_PATH = 4096;

/** Undefined if it is no file or leaves its root, as no compiler writes that. */
export function builtPath(path: string): BuiltPath | undefined {
  if (path.length > LONGEST_PATH || path.includes('\0')) return undefined;
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(path) || (path.includes('\\') && !path.includes('/'));
  const whole = isWindows ? path.replaceAll('\\', '/') : path;
  const kept: string[] = [];
  const root = /^(?:[A-Za-z]:\/|\/{0,2})/.exec(whole)?.[0] ?? '';
  for (const part of whole.slice(root.length).split('/')) {
    if (part === '..' && kept.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') kept.push(part);
  }
  const name = kept.at(-1);
  return name === undefined || /[/\\]$/.test(path) ? undefined : { path: `${root}${kept.join('/')}`, name, isWindows };
}

/**
 * Maps a build's file by the longest prefix.
 * @returns the mapped folder, and the rest of the path
 */
export function remapped(
  map: Readonly<Record<string, string>>,
  built: BuiltPath,
): readonly { readonly folder: string; readonly below: string }[] {
  return Object.entries(map)
    .map(([prefix, folder]) => ({ prefix: comparedPrefix(prefix), folder }))
    .filter(({ prefix }) => prefix !== '' && startsWith(built, prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .map(({ prefix, folder }) => ({ folder, below: built.path.slice(prefix.length).replace(/^\//, '') }));
}

/**
 * Derives a build's folder mapping from one file by the common end of both paths.
 * @param local with `/`
 * @param root workspace folder, which the common end does not leave
 * @returns undefined for different files
 */
export function learnedRemapping(built: BuiltPath, local: string, root = ''): Remapping | undefined {
  const there = built.path.split('/');
  const here = local.split('/');
  const same = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && (a === b || (built.isWindows && a.toLowerCase() === b.toLowerCase()));
  const isBelow = root !== '' && local.startsWith(`${root}/`);
  const most = Math.min(there.length - leastKept(built), here.length - (isBelow ? root.split('/').length : 1));
  let common = 0;
  while (common < most && same(there.at(-1 - common), here.at(-1 - common))) common++;
  if (common === 0) return undefined;
  return { prefix: there.slice(0, there.length - common).join('/'), folder: here.slice(0, here.length - common).join('/') || '/' };
}

/** Candidates with the longest common end, and its number of names. */
export function longestSuffix<C extends { readonly path: string }>(
  candidates: readonly C[],
  built: BuiltPath,
): { readonly best: readonly C[]; readonly shared: number } {
  const ends = candidates.map((candidate) => ({ candidate, shared: sharedEnd(candidate.path, built.path) }));
  const shared = Math.max(0, ...ends.map((end) => end.shared));
  return { best: ends.filter((end) => shared > 0 && end.shared === shared).map(({ candidate }) => candidate), shared };
}

/** A glob for files of this name; `anyCase` ignores case. */
export function globOfName(name: string, anyCase: boolean): string {
  const escaped = name.replaceAll(/[[\]{}*?!]/g, '[$&]');
  if (!anyCase) return `**/${escaped}`;
  return `**/${name.replaceAll(/[[\]{}*?!]|\p{L}/gu, (sign) => {
    const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
    return lower === upper || lower.length + upper.length > 2 ? `[${sign}]` : `[${lower}${upper}]`;
  })}`;
}

/** Least names to keep, as a root alone would match every build. */
function leastKept({ path }: BuiltPath): number {
  if (path.startsWith('//')) return 4;
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path) ? 2 : 1;
}

function comparedPrefix(prefix: string): string {
  const isWindows = /^[A-Za-z]:|^\\\\/.test(prefix) || (prefix.includes('\\') && !prefix.includes('/'));
  return withoutEndSlashes(isWindows ? prefix.replaceAll('\\', '/') : prefix);
}

function startsWith({ path, isWindows }: BuiltPath, prefix: string): boolean {
  const begin = path.slice(0, prefix.length);
  const isSame = begin === prefix || (isWindows && begin.toLowerCase() === prefix.toLowerCase());
  return isSame && path[prefix.length] === '/';
}

function sharedEnd(local: string, built: string): number {
  const here = local.replaceAll('\\', '/').toLowerCase().split('/').reverse();
  const there = built.toLowerCase().split('/').reverse();
  let shared = 0;
  while (shared < Math.min(here.length, there.length) && here[shared] === there[shared] && here[shared] !== '') shared++;
  return shared;
}
