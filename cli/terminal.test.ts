import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { attacks, steeringSigns } from '../tests/core/attacks.ts';
import { hostileSession } from '../tests/core/hostile-names.ts';
import { runLaglens } from './run-laglens.ts';
import { steadyTerminal } from './terminal.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-names-'));
});
after(() => rm(folder, { recursive: true }));

/** All that a command line wrote, results and remarks. */
async function written(...args: readonly string[]): Promise<{ readonly out: string; readonly said: string }> {
  const lines = { out: '', said: '' };
  await runLaglens(args, {
    out: (text) => {
      lines.out += `${text}\n`;
    },
    say: (text) => {
      lines.said += `${text}\n`;
    },
    environment: {},
    folder,
    signal: new AbortController().signal,
  });
  return lines;
}

test('whatever the names of a session are, its report steers no terminal', async () => {
  for (const [attack, name] of Object.entries(attacks)) {
    await writeFile(join(folder, 'a.laglens'), await hostileSession(name));
    const { out, said } = await written('report', 'a.laglens', '--tree');
    assert.match(out, /1 lag over/, attack);
    assert.deepEqual(steeringSigns(out + said, '\n\t'), [], attack);
    // A name with a break in it makes no line that looks like one of ours.
    assert.doesNotMatch(out, /^(?:# head|red|nothing is)/m, attack);
  }
});

test('as JSON the report says every name as it is, in signs that steer nothing', async () => {
  for (const [attack, name] of Object.entries(attacks)) {
    await writeFile(join(folder, 'a.laglens'), await hostileSession(name));
    const { out } = await written('report', 'a.laglens', '--json');
    assert.deepEqual(steeringSigns(out, '\n'), [], attack);
    const { runs } = JSON.parse(out);
    // Half a pair has no form in UTF-8, in which the session is written.
    assert.equal(runs[0].device, new TextDecoder().decode(new TextEncoder().encode(name)), attack);
  }
});

test('what a person or a tool wrote is repeated as text', async () => {
  for (const [attack, text] of Object.entries(attacks)) {
    for (const args of [
      [text],
      ['report', text],
      ['addr2line', text, '0x1'],
      ['retrace', text, text],
      ['record', '--device', text, '--app', text],
    ]) {
      const { out, said } = await written(...args);
      assert.deepEqual(steeringSigns(out + said, '\n\t'), [], `${attack} ${args[0]}`);
    }
  }
});

test('names of files begin no command of a build log', async () => {
  const name = '::error title=x::a.json';
  await writeFile(join(folder, name), 'no profile');
  for (const command of ['report', 'check', 'convert']) {
    await writeFile(join(folder, 'laglens.budget.json'), '{"rules":[{"measure":"p95","mostMs":400}]}');
    const { out, said } = await written(command, name, ...(command === 'convert' ? ['b.laglens'] : []));
    assert.match(said, /: :error title=x::a\.json is in no format/, command);
    assert.doesNotMatch(out + said, /^\s*::/m, command);
  }
});

test('the last door lets no sign through that steers a terminal, whatever a command forgot', () => {
  for (const [attack, text] of Object.entries(attacks)) {
    const written: string[] = [];
    const take = (line: string): unknown => written.push(line);
    const signal = new AbortController().signal;
    const terminal = steadyTerminal({ out: take, say: take, environment: {}, folder, signal });
    terminal.out(`a\n\t${text}`);
    terminal.say(`a\n\t${text}`);
    assert.equal(written.length, 2);
    assert.deepEqual(steeringSigns(written.join(''), '\n\t'), [], attack);
  }
});
