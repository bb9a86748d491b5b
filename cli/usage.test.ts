import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../tests/host/run-command.ts';
import { generalUsage, usages } from './usage.ts';

test('usage has lines for terminals of 100 columns', () => {
  assert.deepEqual(
    generalUsage.split('\n').filter((line) => line.length > 100),
    [],
  );
});

test('a wrong argument shows its sentence and the forms of the command, without their description', async () => {
  for (const command of Object.keys(usages)) {
    const { code, said } = await runCommand([command, '--bogus'], { folder: '.' });
    const lines = said.trim().split('\n');
    assert.equal(code, 2);
    assert.equal(lines[0], `“--bogus” is no option of laglens ${command}.`);
    assert.match(lines[1] ?? '', new RegExp(`^Usage: laglens ${command} `));
    assert.equal(lines.at(-1), `“laglens ${command} --help” says more. [usage]`);
    assert.ok(lines.length < 8, said);
  }
});

test('an unknown command shows the known ones', async () => {
  const { code, said } = await runCommand(['reprot'], { folder: '.' });
  assert.equal(code, 2);
  assert.match(said, /^“reprot” is no command of laglens\.\nCommands: devices, record, report, /);
});

test('help with a command’s name says what --help of that command says', async () => {
  const { code, out } = await runCommand(['help', 'report'], { folder: '.' });
  assert.deepEqual([code, out], [0, (await runCommand(['report', '--help'], { folder: '.' })).out]);
  assert.equal((await runCommand(['help'], { folder: '.' })).out.trim(), generalUsage.trim());
});

test('a shell that is not completed is named, with those that are', async () => {
  const { code, said } = await runCommand(['completion', 'tcsh'], { folder: '.' });
  assert.equal(code, 2);
  assert.match(said, /^“tcsh” is no shell that laglens completes: bash, zsh, fish, powershell\.\n/);
});
