import { type PlatformPath, posix, sep, win32 } from 'node:path';
import { isRemotePath } from '../../core/symbols/bytes/remote-path.ts';

interface LinkedView {
  readonly path: string;
  /** The page's stored view state, unparsed. */
  readonly view: unknown;
}

/** Extension id of the manifest, the authority of links. */
export const EXTENSION_ID = 'laglens.laglens';
const OPEN = '/open';
/** Characters of the longest view in a link. */
const LONGEST_VIEW = 32_000;

/** A link without scheme and authority, as VS Code passes it. */
interface LinkParts {
  readonly path: string;
  readonly query: string;
}

/** A link to a view: the session file's path, and the view as base64url, which mails and chats keep. */
export function linkParts({ path, view }: LinkedView): LinkParts {
  const slashed = path.replaceAll('\\', '/');
  const rooted = slashed.startsWith('/') ? slashed : `/${slashed}`;
  return { path: `${OPEN}${rooted}`, query: `view=${Buffer.from(JSON.stringify(view ?? {})).toString('base64url')}` };
}

/** A link as text, in ASCII. Undefined for files that no link opens. */
export function linkText(scheme: string, linked: LinkedView): string | undefined {
  const parts = linkParts(linked);
  if (parseLink(parts) === undefined) return undefined;
  // A lone surrogate, as a lake may hold, cannot be encoded.
  const path = Buffer.from(parts.path).toString().split('/').map(encodeURIComponent).join('/');
  return `${scheme}://${EXTENSION_ID}${path}?${parts.query}`;
}

const ownPaths: PlatformPath = sep === '/' ? posix : win32;

/**
 * The local session file of a link. An unreadable view is dropped.
 * @param paths path rules of this system
 */
export function parseLink({ path, query }: LinkParts, paths: PlatformPath = ownPaths): LinkedView | undefined {
  if (!path.startsWith(`${OPEN}/`) || !path.endsWith('.laglens') || path.includes('\0')) return undefined;
  const rooted = path.slice(OPEN.length);
  // `/C:/sessions` is on a drive.
  const file = paths.resolve(/^\/[A-Za-z]:[\\/]/.test(rooted) ? rooted.slice(1) : rooted);
  if (isRemotePath(rooted) || isRemotePath(file)) return undefined;
  return { path: file, view: viewOf(new URLSearchParams(query).get('view')) };
}

/**
 * True for a file in or below one of these folders. On Windows case does not matter: VS Code writes `c:`, others `C:`.
 * @param paths path rules of this system
 */
export function isWithin(path: string, folders: readonly string[], paths: PlatformPath = ownPaths): boolean {
  return folders.some((folder) => {
    const inside = paths.relative(folder, path);
    return inside !== '' && inside.split(paths.sep)[0] !== '..' && !paths.isAbsolute(inside);
  });
}

function viewOf(text: string | null): unknown {
  if (text === null || text.length > LONGEST_VIEW) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // A link truncated by a mail still opens the session.
    return undefined;
  }
}
