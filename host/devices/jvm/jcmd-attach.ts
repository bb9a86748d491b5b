import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AttachAnswer } from './hotspot-attach.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;

/** `jcmd` beside the `java` of JAVA_HOME, else the first one in PATH; undefined when there is none. */
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
 * Loads an agent by the JDK's own tool. The options are wrapped in quotes of their own, without which jcmd cuts them at `=`.
 * They stand in the argument list of a process for a moment; the socket's folder is closed to others all the same.
 */
export async function loadAgentByJcmd(
  jcmd: string,
  pid: number,
  library: string,
  options: string,
  signal: AbortSignal,
): Promise<AttachAnswer> {
  const { stdout } = await run(jcmd, [String(pid), 'JVMTI.agent_load', library, `"${options}"`], { signal, timeout: TIMEOUT_MS });
  const returned = /return code: (-?\d+)/.exec(stdout)?.[1];
  return { code: Number(returned ?? 1), text: stdout.trim() };
}
