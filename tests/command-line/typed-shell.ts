import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Shell {
  /** Runs it on a terminal, without the user's settings. */
  readonly command: string;
  readonly folder: string;
  /** Makes it ready; in one line. */
  readonly begin: string;
}

const MARK = 'typed:';
/** A shell that waits for more would wait for ever. */
const LONGEST_MS = 60_000;
const READY = 'ready-for-lines';

/**
 * Types lines at a real shell on a terminal of util-linux' `script`, where `laglens` prints its arguments.
 * @param lines with `\t` for the Tab key
 * @returns the arguments of each line, as the shell gave them
 */
export async function typedLines({ command, folder, begin }: Shell, lines: readonly string[]): Promise<readonly (readonly string[])[]> {
  const env = { PATH: '/usr/bin:/bin', HOME: folder, TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, env, signal: AbortSignal.timeout(LONGEST_MS) });
  const ended = once(child, 'exit');
  const pieces = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  let shown = '';
  const until = async (text: RegExp): Promise<string> => {
    for (let found = text.exec(shown); ; found = text.exec(shown)) {
      if (found !== null) {
        shown = shown.slice(found.index + found[0].length);
        return found[1] ?? '';
      }
      const { value, done } = await pieces.next();
      if (done === true) throw new Error(`The shell ended early:\n${shown}`);
      shown += value;
    }
  };
  const given: string[][] = [];
  try {
    // The marks are whole in what the shell prints only, not in what it echoes.
    const [first, last] = [MARK.slice(0, 3), MARK.slice(3)];
    child.stdin.write(
      `${begin}; laglens() { printf '\\n%s%s' ${first} ${last}; printf '<%s>' "$@"; printf '|\\n'; }; printf '%s-%s\\n' ready for-lines\n`,
    );
    await until(new RegExp(READY));
    for (const line of lines) {
      child.stdin.write(`${line}\n`);
      const words = await until(new RegExp(`${MARK}(.*)\\|\\r?\\n`));
      given.push([...words.matchAll(/<([^>]*)>/g)].map(([, word = '']) => word));
    }
    return given;
  } finally {
    child.stdin.end('exit\n');
    await ended;
  }
}
