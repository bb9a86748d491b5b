import { posix } from 'node:path';
import { patternSource } from '../shell/pattern.ts';
import { runProgram } from '../shell/run-program.ts';
import type { Call } from '../shell/shell-session.ts';
import { PhoneErrno } from '../system/errno.ts';
import { pathOf } from './file-contents.ts';

type Condition = (path: string) => boolean;

interface Question {
  readonly places: readonly string[];
  readonly conditions: readonly Condition[];
  /** With a `{}` in it. */
  readonly command: readonly string[] | undefined;
}

/**
 * `find [PLACE…] [-name PATTERN] [-type d|f] [-mmin [+-]N] [-exec COMMAND {} +]`; conditions all have to hold. Words and exit codes:
 * toybox toys/posix/find.c.
 */
export async function find(call: Call): Promise<number> {
  const question = parse(call);
  if (typeof question === 'string') return call.fail(`find: ${question}`);
  const found: string[] = [];
  let code = 0;
  for (const place of question.places) code = (await walk(call, place, question.conditions, found)) || code;
  if (question.command === undefined) for (const path of found) await call.print(path);
  else if (found.length > 0) {
    const words = question.command.flatMap((word) => (word === '{}' ? found : [word]));
    code = (await runProgram(call.as(...words))) || code;
  }
  return code;
}

/** Contents come after their folder, as the system lists them. */
async function walk(call: Call, path: string, conditions: readonly Condition[], found: string[]): Promise<number> {
  const { files } = call.phone;
  try {
    files.stat(pathOf(call, path), call.actor);
    if (conditions.every((holds) => holds(path))) found.push(path);
    if (!files.isFolder(pathOf(call, path))) return 0;
    let code = 0;
    for (const name of files.list(pathOf(call, path), call.actor)) {
      code = (await walk(call, `${path.replace(/\/$/, '')}/${name}`, conditions, found)) || code;
    }
    return code;
  } catch (error) {
    if (!(error instanceof PhoneErrno)) throw error;
    return call.fail(`find: '${path}': ${error.text}`);
  }
}

function parse(call: Call): Question | string {
  const rest = [...call.args];
  const places: string[] = [];
  while (rest[0] !== undefined && !rest[0].startsWith('-')) places.push(rest.shift() ?? '');
  const conditions: Condition[] = [];
  let command: readonly string[] | undefined;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const value = rest.shift();
    if (value === undefined) return `'${word}' needs 1 arg`;
    if (word === '-exec') {
      const end = rest.indexOf('+');
      if (end < 0) return "bad arg '-exec'";
      command = [value, ...rest.splice(0, end + 1).slice(0, -1)];
      continue;
    }
    const condition = conditionOf(call, word, value);
    if (condition === undefined) return `bad arg '${value}'`;
    conditions.push(condition);
  }
  return { places: places.length === 0 ? ['.'] : places, conditions, command };
}

function conditionOf(call: Call, word: string, value: string): Condition | undefined {
  const { files } = call.phone;
  switch (word) {
    case '-name': {
      const pattern = new RegExp(`^${patternSource(value)}$`);
      return (path) => pattern.test(posix.basename(path));
    }
    case '-type':
      return (path) => files.isFolder(pathOf(call, path)) === (value === 'd');
    case '-mmin': {
      const minutes = Math.abs(Number(value));
      const sign = value[0];
      return (path) => {
        const age = Math.floor((Date.now() - files.stat(pathOf(call, path), call.actor).stats.mtimeMs) / 60_000);
        return sign === '+' ? age > minutes : sign === '-' ? age < minutes : age === minutes;
      };
    }
    default:
      return undefined;
  }
}
