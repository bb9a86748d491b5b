import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type CommandWords, placesOf } from '../../cli/completion/command-words.ts';
import { commandWords } from '../../cli/completion-command.ts';
import { runCommand } from '../host/run-command.ts';
import { sourceFiles } from '../house/project-sources.ts';
import { typedLines } from './typed-shell.ts';

const execute = promisify(execFile);

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-completion-'));
  for (const name of ['shop.laglens', 'my budget.json']) await writeFile(join(folder, name), '');
  for (const shell of ['bash', 'zsh', 'fish']) await writeFile(join(folder, shell === 'zsh' ? '_laglens' : shell), await completion(shell));
});
after(() => rm(folder, { recursive: true, force: true }));

async function completion(shell: string): Promise<string> {
  const { code, out, said } = await runCommand(['completion', shell], { folder: '/' });
  assert.equal(code, 0, said);
  return out;
}

/** Words before the Tab key, the begin of the last one, and what it becomes. */
const cases: readonly (readonly [before: string, begun: string, word: string])[] = [
  ['', 'rec', 'record'],
  ['', 'symb', 'symbolicate'],
  ['', '--vers', '--version'],
  ['record', '--thr', '--threads'],
  ['record --threads', 'm', 'main'],
  ['record', '--adb-s', '--adb-server'],
  ['lake', 'q', 'query'],
  ['lake add', '--app-v', '--app-version'],
  ['convert shop.laglens out --to', 'speed', 'speedscope'],
  ['verify', '--mark', '--markdown'], // features/verify
  ['verify', '--adb-s', '--adb-server'], // features/verify
  ['completion', 'f', 'fish'],
  ['report', 'sho', 'shop.laglens'],
  ['check shop.laglens --budget', 'my', 'my budget.json'],
  ['diff shop.laglens', 'sho', 'shop.laglens'],
];

/** Texts of one's own. */
const guesses: readonly (readonly [before: string, begun: string])[] = [['record --app', 'sho']];

function lines(): readonly string[] {
  return [...cases, ...guesses].map(([first, begun]) => `laglens ${first} ${begun}\t`);
}

function expected(): readonly (readonly string[])[] {
  const wordsOf = (first: string): readonly string[] => first.split(' ').filter((word) => word !== '');
  return [...cases.map(([first, , word]) => [...wordsOf(first), word]), ...guesses.map(([first, begun]) => [...wordsOf(first), begun])];
}

async function isMissing(shell: string, t: TestContext): Promise<boolean> {
  const found = await execute('which', [shell]).then(
    () => true,
    () => false,
  );
  if (!found) t.skip(`${shell} is not installed here; npm test -- tests/command-line installs it on Debian`);
  return !found;
}

test('bash completes commands, options, their values and files', async (t) => {
  if (await isMissing('bash', t)) return;
  const shell = { command: 'bash --norc --noprofile -i', folder, begin: `source ${join(folder, 'bash')}` };
  assert.deepEqual(await typedLines(shell, lines()), expected());
});

test('zsh completes commands, options, their values and files', async (t) => {
  if (await isMissing('zsh', t)) return;
  const shell = { command: 'zsh -f -i', folder, begin: `fpath=(${folder} $fpath); autoload -U compinit; compinit -u -D` };
  assert.deepEqual(await typedLines(shell, lines()), expected());
});

test('fish completes commands, options, their values and files', async (t) => {
  if (await isMissing('fish', t)) return;
  const offered = async (line: string): Promise<readonly string[]> => {
    const asked = `source ${join(folder, 'fish')}; complete -C ${JSON.stringify(line)}`;
    const { stdout } = await execute('fish', ['--no-config', '-c', asked], { cwd: folder, env: { PATH: '/usr/bin:/bin', HOME: folder } });
    return stdout.split('\n').flatMap((row) => (row === '' ? [] : [row.split('\t', 1)[0] ?? '']));
  };
  for (const [first, begun, word] of cases) assert.deepEqual(await offered(`laglens ${first} ${begun}`), [word], `${first} ${begun}`);
  for (const [first, begun] of guesses) assert.deepEqual(await offered(`laglens ${first} ${begun}`), []);
});

test('each shell offers every word of the table, and bash all of a place at once', async (t) => {
  const words = commandWords();
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const text = await completion(shell);
    const named = (word: string): boolean =>
      new RegExp(`[\\s'(]${word.replace(/^--?/, shell === 'fish' ? '-[ls] ' : '$&')}[\\s':)]`).test(text);
    assert.deepEqual(
      words.flatMap(wordsOf).filter((word) => !named(word)),
      [],
      shell,
    );
  }
  if (await isMissing('bash', t)) return;
  for (const { place, options } of placesOf(words)) {
    const typed = ['laglens', ...place.split(' '), '-'];
    const ask = `source ${join(folder, 'bash')}; COMP_WORDS=(${typed.join(' ')}); COMP_CWORD=${typed.length - 1}; _laglens; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await execute('bash', ['--norc', '-c', ask]);
    assert.deepEqual(stdout.trim().split(' ').sort(), options.map(({ name }) => name).sort(), place);
  }
});

function wordsOf({ command, actions, options }: CommandWords): readonly string[] {
  return [command, ...actions, ...[...options.values()].flat().map(({ name }) => name)];
}

test('the table has the options that the commands take, with or without a value, and no other', async () => {
  const taken: Record<string, Record<string, boolean>> = {};
  for (const { lines } of await sourceFiles((path) => /(?:^|\/)cli\/.*-command\.ts$/.test(path))) {
    for (const [, command = '', list = ''] of lines.join('\n').matchAll(/parseArguments\('(\w+)', args, \{([\s\S]*?)\}\);/g)) {
      const options = taken[command] ?? {};
      taken[command] = options;
      for (const [, name = '', type = '', short] of list.matchAll(/'?([\w-]+)'?: \{ type: '(\w+)'(?:[^}]*short: '(\w)')?/g))
        options[short === undefined ? `--${name}` : `-${short}`] = type === 'string';
      if (list.includes('...deviceOptions')) for (const name of ['--adb', '--adb-server', '--xcrun']) options[name] = true;
    }
  }
  const listed = commandWords().map(({ command, options }) => [
    command,
    Object.fromEntries(
      [...options.values()].flatMap((each) =>
        each.filter(({ name }) => name !== '--help').map(({ name, value }) => [name, value !== undefined]),
      ),
    ),
  ]);
  assert.deepEqual(Object.fromEntries(listed), taken);
});
