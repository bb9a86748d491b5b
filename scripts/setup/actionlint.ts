import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache.ts';
import { oneAtATime } from './lock.ts';

const execute = promisify(execFile);

/** The newest that Debian 12's Go builds. */
const MODULE = 'github.com/rhysd/actionlint@v1.7.7';
/** Go's hash of the module, whose `go.sum` has those of what it needs. */
const SUM = 'h1:0KgkoNTrYY7vmOCs9BW2AHxLvvpoY9nEUzgBHiPUr0k=';
/** Debian's golang-1.19-go. */
const GO = '/usr/lib/go-1.19/bin/go';

/**
 * Judges GitHub's workflows; shellcheck, if it is there, their scripts.
 * @returns the program's path
 * @throws Error with Go's last words, or for another module than before
 */
export async function installActionlint(log: (line: string) => void = () => undefined): Promise<string> {
  const program = join(cacheDir('actionlint'), MODULE.slice(MODULE.indexOf('@') + 1));
  await oneAtATime(`${program}.lock`, async () => {
    if (await exists(program)) return;
    log(`${MODULE}: downloading and building, about 30 s ...`);
    const fresh = `${program}.${process.pid}`;
    try {
      await mkdir(fresh);
      await build(fresh);
      await rename(join(fresh, 'actionlint'), program);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
  return program;
}

async function build(folder: string): Promise<void> {
  // Go writes its modules read-only otherwise, and they could not be removed.
  const env = { ...process.env, GOPATH: join(folder, 'path'), GOCACHE: join(folder, 'cache'), GOFLAGS: '-modcacherw', CGO_ENABLED: '0' };
  const go = async (cwd: string, ...args: readonly string[]): Promise<string> =>
    (
      await execute(GO, args, { cwd, env }).catch((error: unknown) => {
        throw new Error(`Go could not build ${MODULE}. Its proxy settings apply.`, { cause: error });
      })
    ).stdout;
  const { Dir: source, Sum: sum }: { Dir: string; Sum: string } = JSON.parse(await go(folder, 'mod', 'download', '-json', MODULE));
  if (sum !== SUM) throw new Error(`${MODULE} is another module than before: its hash is ${sum}`);
  await go(source, 'build', '-o', join(folder, 'actionlint'), './cmd/actionlint');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
