import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { plainPersonality } from '../personality/phone-facts.ts';
import { SHELL } from '../system/actor.ts';
import { PhoneSystem } from '../system/phone-system.ts';
import { BytePipe, emptySource, readAll } from './byte-pipe.ts';
import { runLine } from './run-shell.ts';

/** The same words mean the same to every POSIX shell, so this computer's own `sh` says what is right. */
const lines = [
  'echo one two   three',
  'echo \'single  quotes $HOME \\n\' "double  quotes" mixed\'in\'"side"',
  'echo "a \\"b\\" \\\\ \\$x \\y"',
  "echo 'it'\\''s'",
  'echo a\\ b\\;c',
  'true && echo yes; false && echo no; echo end',
  'false || echo rescued',
  'false && echo no || echo other',
  'false; echo $?; true; echo $?',
  'sh -c "exit 3"; echo $?',
  '! true; echo $?',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's
  'x=5; y="$x  6"; echo $x "$y" $y ${x}7 "$z"|cat',
  'echo "[$(echo inner; echo more)]" $(printf "a  b\\n")',
  'echo to-out; echo to-err >&2',
  '{ echo out; echo err >&2; } 2>&1 | cat',
  'echo gone >/dev/null; echo kept 2>/dev/null',
  '(echo sub; exit 4); echo $?',
  'echo hidden 2>&1 >/dev/null | cat',
  'printf "%s-%s\\n" a b c d',
  'echo one | cat | cat | grep -c one',
  'printf "b\\na\\n" | grep a',
  'printf "b\\na\\n" | grep -v a',
  "printf 'a=1 b=2\\na=3\\nc\\n' | grep -m1 -oE '[ab]=[0-9]'",
  "printf 'x\\ny\\n\\nx\\n' | grep -n x >/dev/null; printf 'x\\ny\\nx\\n' | grep -c -m 1 x; echo q | grep -q q && echo found",
  "printf 'one.two\\n' | grep -F '.'; printf 'a+b\\n' | grep 'a+b'; printf 'aab\\n' | grep 'a\\+b'; printf 'k\\n' | grep -e k",
  "echo 'a|b' '&&' '>' '<' ';'",
  '[ abc = abc ] && echo same; [ abc != abd ] && echo other; [ -z "" ] && echo empty; [ 3 -gt 2 ] && echo more',
  '[ -e /no/such/file ]; echo $?',
  "echo '' | cat; echo \"\" x ''",
  'echo a#b',
  'echo $',
  'sh -c \'echo "$(echo "nested quotes")"\'',
  "sh -c 'echo a; exit 5' && echo no; echo $?",
];

describe('the phone reads a line of shell as a POSIX shell does', () => {
  let root: string;
  let phone: PhoneSystem;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'laglens-shell-test-'));
    phone = new PhoneSystem(plainPersonality('11'), 'x86_64', 'SIM', {}, root, () => Promise.reject(new Error('no app here')));
  });
  after(() => rm(root, { recursive: true }));

  async function onPhone(line: string) {
    const [stdout, stderr] = [new BytePipe(), new BytePipe()];
    const session = {
      phone,
      actor: SHELL,
      cwd: '/',
      variables: new Map<string, string>(),
      status: 0,
      umask: 0,
      name: 'sh',
      signal: new AbortController().signal,
    };
    const code = await runLine(line, session, { stdin: emptySource, stdout, stderr });
    stdout.end();
    stderr.end();
    return { code, stdout: (await readAll(stdout)).toString(), stderr: (await readAll(stderr)).toString() };
  }

  function onThisComputer(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      execFile('/bin/sh', ['-c', line], { env: { PATH: process.env.PATH }, cwd: '/' }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      );
    });
  }

  for (const line of lines) {
    test(line, async () => assert.deepEqual(await onPhone(line), await onThisComputer(line)));
  }

  test('a file that is redirected into holds what was written', async () => {
    const { stdout } = await onPhone('cd /data/local/tmp; echo a > f; echo b >> f; cat < f; rm f; ls');
    assert.equal(stdout, 'a\nb\n');
  });

  test('names are matched in a folder', async () => {
    const { stdout } = await onPhone("cd /data/local/tmp; touch ab ac b; echo a* *c '*' no*; rm -f /data/local/tmp/a*; ls; rm b");
    assert.equal(stdout, 'ab ac ac * no*\nb\n');
  });

  test('what is no program is said in the words of the release', async () => {
    assert.deepEqual(await onPhone('nosuch x'), { code: 127, stdout: '', stderr: 'sh: nosuch: inaccessible or not found\n' });
  });

  test('an open quote is a syntax error', async () => {
    assert.deepEqual(await onPhone("echo 'a"), { code: 1, stdout: '', stderr: 'sh: no closing quote\n' });
  });
});
