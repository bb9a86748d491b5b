import { type PlatformPath, posix, sep, win32 } from 'node:path';
import { isRemotePath } from '../../core/symbols/bytes/remote-path.ts';

/** What a link to a view leads to. */
export interface LinkedView {
  /** Path of the session file. */
  readonly path: string;
  /** The page's view state as it was stored; whoever shows it parses it. */
  readonly view: unknown;
}

const OPEN = '/open';
/** Longest view that a link may carry, in characters. */
const LONGEST_VIEW = 32_000;

/** The parts of a link that VS Code hands to this extension, besides its scheme and authority. */
export interface LinkParts {
  readonly path: string;
  readonly query: string;
}

/** A link to a view of a session file: the file is the path, so that it can be read; the view is base64url, which nothing on the way changes. */
export function linkParts({ path, view }: LinkedView): LinkParts {
  const slashed = path.replaceAll('\\', '/');
  const rooted = slashed.startsWith('/') ? slashed : `/${slashed}`;
  return { path: `${OPEN}${rooted}`, query: `view=${Buffer.from(JSON.stringify(view ?? {})).toString('base64url')}` };
}

/**
 * A link leads to a session file of this computer, or it is undefined. A view that cannot be read leaves the session as it is shown at first.
 * @param paths the rules for paths of the system that the link is opened on
 */
export function parseLink({ path, query }: LinkParts, paths: PlatformPath = sep === '/' ? posix : win32): LinkedView | undefined {
  if (!path.startsWith(`${OPEN}/`) || !path.endsWith('.laglens') || path.includes('\0')) return undefined;
  const rooted = path.slice(OPEN.length);
  // `/C:/sessions` is a drive's.
  const file = paths.resolve(/^\/[A-Za-z]:[\\/]/.test(rooted) ? rooted.slice(1) : rooted);
  if (isRemotePath(rooted) || isRemotePath(file)) return undefined;
  return { path: file, view: viewOf(new URLSearchParams(query).get('view')) };
}

/** Whether a file lies in one of these folders, or below it. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

function viewOf(text: string | null): unknown {
  if (text === null || text.length > LONGEST_VIEW) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // A link that was cut in a mail still leads to the session.
    return undefined;
  }
}
