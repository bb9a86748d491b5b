import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runCommand } from '../../../tests/host/run-command.ts';
import { reportJson } from '../core/report/field-report.ts';
import { parseReport } from '../protocol/parse-report.ts';
import { exampleReport } from '../tests/example-report.ts';

describe('laglens verify --replay', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens replay '));
    await writeFile(join(folder, 'report.json'), reportJson(exampleReport));
  });
  after(() => rm(folder, { recursive: true }));

  const replay = (...args: readonly string[]) => runCommand(['verify', '--replay', ...args], { folder });

  test('prints each answer of today with what was seen, and ends with 1 for a false fact', async () => {
    const { code, out } = await replay('report.json');
    assert.equal(code, 1);
    assert.match(out, /^false {4}android\.date\.zone {2}date says the zone as sign, hours and minutes$/m);
    assert.match(out, /^ {9}seen: lines “Name\|`11`”$/m);
    assert.match(out, /^Every answer is that of the report\.$/m);
  });

  test('names an answer that differs from the report’s', async () => {
    const text = reportJson(exampleReport).replace('"answer": "false"', '"answer": "true"');
    await writeFile(join(folder, 'changed.json'), text);
    const { code, out } = await replay('changed.json');
    assert.equal(code, 1);
    assert.match(out, /^ {2}android\.date\.zone: true -> false$/m);
  });

  test('with --json it is a report again', async () => {
    const { out } = await replay('report.json', '--json');
    const parsed = parseReport(out);
    assert.ok('report' in parsed, out);
    assert.deepEqual(
      parsed.report.facts.map(({ answer }) => answer),
      exampleReport.facts.map(({ answer }) => answer),
    );
  });

  test('refuses an option that it would leave out', async () => {
    const { code, said } = await replay('report.json', '-o', 'out.md');
    assert.equal(code, 2);
    assert.match(said, /--replay takes --json alone/);
  });

  test('a hostile report is refused without its words, and a missing one is named', async () => {
    await writeFile(join(folder, 'hostile.json'), reportJson(exampleReport).replace('"seen": {', '"seen": { "\u001b[2J$(id)": 1,'));
    const hostile = await replay('hostile.json');
    assert.equal(hostile.code, 2);
    assert.doesNotMatch(hostile.out + hostile.said, /\[2J|\$\(id\)/);
    assert.match(hostile.said, /can't be read: /);
    await writeFile(join(folder, 'large.json'), Buffer.alloc(2 << 20, ' '));
    assert.match((await replay('large.json')).said, /too large/);
    const missing = await replay('none.json');
    assert.equal(missing.code, 2);
    assert.match(missing.said, /There is no report .*none\.json/);
    await symlink(join(folder, 'report.json'), join(folder, 'linked.json'));
    assert.equal((await replay('linked.json')).code, 1);
  });
});
