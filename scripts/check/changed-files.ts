import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Files that differ from a commit in the work tree, those that git does not have yet included.
 * @param since a commit; a branch stands for where the work left it
 * @throws Error with git's words
 */
export async function changedFiles(root: string, since: string): Promise<readonly string[]> {
  const git = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await execute('git', args, { cwd: root, maxBuffer: 1 << 26 });
    return stdout.split('\0').filter((path) => path !== '');
  };
  const [base = since] = (await git('merge-base', since, 'HEAD')).map((line) => line.trim());
  const known = await git('diff', '--name-only', '-z', '--no-renames', base);
  const others = await git('ls-files', '-z', '--others', '--exclude-standard');
  return [...new Set([...known, ...others])].sort();
}
