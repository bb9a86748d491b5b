import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '../../../host/error-code.ts';
import { ToolError } from '../core/answers/tool-error.ts';
import { dataText, quoted } from '../core/shapes/data-text.ts';

/**
 * The real path of a file of the workspace. Links that lead outside are refused, as are other parents.
 * @throws ToolError for a path outside, or for a missing file
 */
export async function workspaceFile(workspace: string, path: string): Promise<string> {
  const root = await realpath(workspace);
  const wanted = resolve(root, path);
  // Asked before the disk is: Windows signs in to the server of a network path that it resolves.
  const isNamedInside = [root, resolve(workspace)].some((folder) => isInside(folder, wanted));
  const found = isNamedInside ? await existing(wanted) : undefined;
  if (found !== undefined && isInside(root, found)) return found;
  const name = quoted(dataText(path));
  if (found === undefined && isNamedInside)
    throw new ToolError(
      `There is no file ${name} in the workspace.`,
      'Name a .laglens file by its path in the workspace, or the handle of a capture.',
    );
  throw new ToolError(`${name} is outside of the workspace, where no tool reads.`, 'Name a file by its path in the workspace.');
}

/** A new file's path in the workspace, whose folder may be missing. @throws ToolError for one outside */
export async function newWorkspaceFile(workspace: string, folder: string, name: string): Promise<string> {
  const root = await realpath(workspace);
  const there = await existing(join(root, folder));
  if (there !== undefined && !isInside(root, there))
    throw new ToolError(`The folder ${folder} is a link that leaves the workspace.`, 'Ask the person to replace that link by a folder.');
  return join(root, folder, name);
}

/** With slashes, for handles. */
export function handleOf(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** Codes of paths that name nothing: too long a name and a zero byte among them. */
const noFile: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

async function existing(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (noFile.has(errorCode(error))) return undefined;
    throw error;
  }
}
