import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AttachAnswer } from './hotspot-attach.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;

/** Beside JAVA_HOME's `java`, else the first in PATH. */
export async function findJcmd(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const home = environment.JAVA_HOME;
  const folders = [...(home === undefined ? [] : [join(home, 'bin')]), ...(environment.PATH ?? '').split(':')];
  for (const folder of folders.filter((each) => each !== '' && dirname(each) !== each)) {
    const path = join(folder, 'jcmd');
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) return path;
  }
  return undefined;
}

/**
 * Quotes keep jcmd from cutting the options at `=`. The argument list shows the token for a moment, but the socket's
 * folder is closed to others.
 * @throws LaglensError
 */
export async function loadAgentByJcmd(
  jcmd: string,
  pid: number,
  library: string,
  options: string,
  signal: AbortSignal,
): Promise<AttachAnswer> {
  const stdout = await answerOf(jcmd, pid, ['JVMTI.agent_load', library, `"${options}"`], signal);
  const returned = /return code: (-?\d+)/.exec(stdout)?.[1];
  return { code: Number(returned ?? 1), text: stdout.trim() };
}

/** Node's error contains the command line and so the token: it must not become a cause. */
async function answerOf(jcmd: string, pid: number, args: readonly string[], signal: AbortSignal): Promise<string> {
  try {
    return (await run(jcmd, [String(pid), ...args], { signal, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' })).stdout;
  } catch (error) {
    signal.throwIfAborted();
    const said = error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : '';
    const isSilent = error instanceof Error && 'killed' in error && error.killed === true;
    throw new LaglensError({
      code: isSilent ? 'attach-silent' : 'attach-refused',
      message: isSilent
        ? phrase`The Java virtual machine ${pid} did not answer ${jcmd} within ${TIMEOUT_MS / 1000} s.`
        : phrase`The agent could not be loaded into the Java virtual machine ${pid} by ${jcmd}.`,
      next: phrase`Restart the program and try again; what jcmd said is below.`,
      action: 'retry',
      output: said,
    });
  }
}
