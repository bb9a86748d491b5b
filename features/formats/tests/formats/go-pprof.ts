import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** Of Debian's golang-1.19-go, which holds pprof as a program; newer releases compile it first. */
const DEBIAN_GO = '/usr/lib/go-1.19/bin/go';

/** Runs Google's pprof. */
export type GoPprof = (...args: readonly string[]) => Promise<string>;

/** Undefined where no Go is installed. @param folder for its own files */
export async function goPprof(folder: string): Promise<GoPprof | undefined> {
  const isDebian = await access(DEBIAN_GO).then(
    () => true,
    () => false,
  );
  const go = isDebian ? DEBIAN_GO : 'go';
  const isThere = await execute(go, ['version']).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const env = { ...process.env, PPROF_TMPDIR: folder, GOTOOLCHAIN: 'local', GOFLAGS: '' };
  return async (...args) => (await execute(go, ['tool', 'pprof', ...args], { cwd: folder, env })).stdout;
}

export const NO_GO = 'Go is not installed: its pprof judges the files';
