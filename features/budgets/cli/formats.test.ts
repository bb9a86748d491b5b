import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { marked } from 'marked';
import { commandMessage } from '../../../core/text/workflow-command.ts';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { installOnce } from '../../../scripts/setup/npm-install.ts';
import { attacks, steeringSigns } from '../../../tests/core/attacks.ts';
import { hostileSession } from '../../../tests/core/hostile-names.ts';
import { runCommand } from '../../../tests/host/run-command.ts';
import { parseBudget } from '../protocol/parse-budget.ts';
import { budgetJsonSchema } from '../scripts/budget-schema.ts';

/** Names that are commands, markup or paths to readers of these formats. */
const names: readonly string[] = [
  ...Object.values(attacks),
  '::error file=x::forged',
  '\n::set-output name=a::b',
  '##[add-path]/tmp/evil',
  ']]></failure><testcase name="forged"/>',
  '../../../../etc/passwd',
  '%0A::error::forged',
  'a\ufffe\uffffb',
];

let folder = '';
let validators: { readonly sarif: Validator; readonly budget: Validator };

type Validator = ((value: unknown) => boolean) & { readonly errors?: unknown };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens formats '));
  // The schema of SARIF as Microsoft's library publishes it, and its validator.
  const place = join(cacheDir('sarif'), 'jest-sarif-1.0.0-beta.0');
  await installOnce(place, { dependencies: { '@microsoft/jest-sarif': '1.0.0-beta.0', ajv: '6.12.6' } }, (line) =>
    process.stderr.write(`${line}\n`),
  );
  const require = createRequire(join(place, 'package.json'));
  const Ajv = require('ajv');
  const ajv = new Ajv({ schemaId: 'auto', allErrors: true, unknownFormats: 'ignore' });
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
  const schema = JSON.parse(await readFile(join(place, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
  validators = { sarif: ajv.compile(schema), budget: ajv.compile(budgetJsonSchema()) };
});
after(() => rm(folder, { recursive: true, force: true }));

interface Reports {
  readonly code: number;
  readonly out: string;
  readonly junit: string;
  readonly sarif: string;
  readonly gitlab: string;
  readonly markdown: string;
}

/** Each verdict, on a session in which everything has this name. */
async function reportsOn(name: string): Promise<Reports> {
  await writeFile(join(folder, 'hostile.laglens'), await hostileSession(name));
  const rules = [
    { measure: 'count', mostPerMinute: 0, name },
    { measure: 'p50', mostMs: 200 },
    { measure: 'p95', mostMs: 5_000 },
    { measure: 'jank', mostPercent: 5, screen: name },
  ];
  await writeFile(join(folder, 'laglens.budget.json'), JSON.stringify({ rules }));
  const files = ['--junit', 'j.xml', '--sarif', 's.json', '--gitlab', 'g.json', '--markdown', 'm.md'];
  const { code, out } = await runCommand(['check', 'hostile.laglens', '--github', ...files], { folder });
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  const [junit, sarif, gitlab, markdown] = [await read('j.xml'), await read('s.json'), await read('g.json'), await read('m.md')];
  return { code, out, junit, sarif, gitlab, markdown };
}

describe('any name stays text', () => {
  for (const name of names) {
    test(JSON.stringify(name).slice(0, 60), async () => {
      const { code, out, junit, sarif, gitlab, markdown } = await reportsOn(name);
      assert.equal(code, 1);

      const cases = testCases(junit);
      assert.deepEqual(
        cases.map(({ result }) => result),
        ['failure', 'system-out', 'system-out', 'error'],
      );

      const log = JSON.parse(sarif);
      assert.ok(validators.sarif(log), JSON.stringify(validators.sarif.errors));
      assert.equal(log.runs[0].results.length, 3);
      for (const { locations } of log.runs[0].results) {
        assert.equal(locations[0].physicalLocation.artifactLocation.uri, 'laglens.budget.json');
      }

      for (const { location } of JSON.parse(gitlab)) assert.equal(location.path, 'laglens.budget.json');

      const commands = out.split('\n').filter((line) => /^\s*::/.test(line));
      assert.deepEqual(
        commands.map((line) => runnerCommand(line)?.properties.file),
        Array.from({ length: 3 }, () => 'laglens.budget.json'),
      );
      assert.doesNotMatch(
        out
          .split('\n')
          .filter((line) => !line.startsWith('::'))
          .join('\n'),
        /##\[/,
      );

      const html = await marked.parse(markdown, { gfm: true });
      assert.doesNotMatch(html, /<(?:a|img|script)\b/);
      assert.equal(html.match(/<h\d/g)?.length, 1);

      for (const text of [out, junit, sarif, gitlab, markdown]) assert.deepEqual(steeringSigns(text, '\n'), []);
    });
  }
});

/** Test cases by another parser, with the attributes that Jenkins' schema demands. */
function testCases(xml: string): readonly { readonly name: string; readonly result: string }[] {
  const problems: string[] = [];
  // A replaced sign is right.
  const parser = new DOMParser({ onError: (level, text) => level === 'warning' || problems.push(`${level} ${text}`) });
  const root = parser.parseFromString(xml, 'text/xml').documentElement;
  assert.deepEqual(problems, []);
  assert.equal(root?.tagName, 'testsuites');
  const suites = [...(root?.getElementsByTagName('testsuite') ?? [])];
  assert.equal(suites.length, 1);
  const [suite] = suites;
  assert.ok(suite !== undefined);
  const cases = [...suite.getElementsByTagName('testcase')];
  const count = (tag: string): number => suite.getElementsByTagName(tag).length;
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  for (const [name, number] of Object.entries(counts)) assert.equal(suite.getAttribute(name), String(number), name);
  return cases.map((each) => {
    for (const name of ['name', 'classname', 'time']) assert.notEqual(each.getAttribute(name), null, name);
    const results = [...each.childNodes].map(({ nodeName }) => nodeName);
    assert.equal(results.length, 1);
    return { name: each.getAttribute('name') ?? '', result: results[0] ?? '' };
  });
}

/** A command as GitHub's runner documents it: `::name key=value,key=value::message`, with percent escapes. */
function runnerCommand(line: string): { readonly properties: Readonly<Record<string, string>>; readonly message: string } | undefined {
  const [, given = '', message = ''] = /^::\w+ (.*?)::(.*)$/.exec(line) ?? [];
  const properties = given.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]);
  return { properties: Object.fromEntries(properties), message: unescaped(message) };
}

function unescaped(text: string): string {
  return text.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%');
}

test('the validators see what is wrong', async () => {
  const log = JSON.parse((await reportsOn('Cart')).sarif);
  assert.ok(!validators.sarif({ ...log, version: '2.0.0' }));
  log.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0;
  assert.ok(!validators.sarif(log));
  assert.throws(() => testCases('<testsuites><testsuite></testsuites>'));
});

test('JUnit XML counts failures and errors apart', async () => {
  await writeFile(join(folder, 'hostile.laglens'), await hostileSession('Cart'));
  // One is broken, two cannot be judged, three hold.
  const held = [5_000, 6_000, 7_000].map((mostMs) => ({ measure: 'p95', mostMs }));
  const unjudged = ['A', 'B'].map((screen) => ({ measure: 'jank', mostPercent: 5, screen }));
  const rules = [{ measure: 'count', mostPerMinute: 0 }, ...held, ...unjudged];
  await writeFile(join(folder, 'laglens.budget.json'), JSON.stringify({ rules }));
  await runCommand(['check', 'hostile.laglens', '--junit', 'j.xml'], { folder });
  const results = testCases(await readFile(join(folder, 'j.xml'), 'utf8')).map(({ result }) => result);
  assert.deepEqual(results, ['failure', 'system-out', 'system-out', 'system-out', 'error', 'error']);
});

test('an annotation keeps its words through the runner’s escapes', async () => {
  const { out } = await reportsOn('50 %: a, %0A b');
  const [first = ''] = out.split('\n').filter((line) => line.startsWith('::'));
  assert.equal(runnerCommand(first)?.properties.title, '50 %: a, %0A b: broken');
});

test('each finding has its own fingerprint, the same with another limit', async () => {
  const fingerprints = async (...rules: readonly object[]): Promise<readonly string[]> => {
    await writeFile(join(folder, 'hostile.laglens'), await hostileSession('Cart'));
    await writeFile(join(folder, 'laglens.budget.json'), JSON.stringify({ rules }));
    const args = ['check', 'hostile.laglens', '--baseline', 'hostile.laglens', '--gitlab', 'g.json'];
    await runCommand(args, { folder });
    const entries: readonly { readonly fingerprint: string }[] = JSON.parse(await readFile(join(folder, 'g.json'), 'utf8'));
    return entries.map(({ fingerprint }) => fingerprint);
  };
  const found = await fingerprints(
    { measure: 'p95', mostMs: 100 },
    { measure: 'p95', mostMorePercent: 0 },
    { measure: 'jank', mostPercent: 5 },
  );
  assert.deepEqual([found.length, new Set(found).size], [3, 3]);
  const [other] = await fingerprints({ measure: 'p95', mostMs: 200 });
  assert.equal(other, found[0]);
});

test('messages of commands have GitHub’s escapes', () => {
  assert.equal(commandMessage('95 %3A: a,\nb\r\nc'), '95 %253A: a,%0Ab%0Ac');
});

test('the budget in docs/ci.md is one', async () => {
  const page = await readFile(new URL('../../../docs/ci.md', import.meta.url), 'utf8');
  const parsed = parseBudget(JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''));
  assert.ok('budget' in parsed, JSON.stringify(parsed));
  assert.deepEqual(new Set(parsed.budget.rules.map(({ measure }) => measure)), new Set(['p95', 'count', 'time', 'jank', 'memory']));
});

test('the published schema of budgets allows and refuses what the command does', async () => {
  const published = JSON.parse(await readFile(new URL('../../../media/laglens.budget.schema.json', import.meta.url), 'utf8'));
  assert.deepEqual(published, JSON.parse(JSON.stringify(budgetJsonSchema())), 'run scripts/generate.ts');
  const p95 = { measure: 'p95', mostMs: 400 };
  const values: readonly unknown[] = [
    { rules: [p95] },
    {
      $schema: 'x',
      packages: ['a'],
      overMs: 16,
      leastSeconds: 0,
      withinNoise: 'held',
      rules: [p95, { measure: 'jank', mostPercent: 100, screen: 'A' }],
    },
    { rules: [{ measure: 'memory', mostMorePercent: 10 }] },
    { rules: [{ measure: 'count', mostPerMinute: 0, group: 'Cart.total', overMs: 600_000, name: 'x' }] },
    {},
    5,
    { rules: [] },
    { rules: [p95], treshold: 1 },
    { rules: [{ measure: 'p99', mostMs: 1 }] },
    { rules: [{ ...p95, mostMorePercent: 1 }] },
    { rules: [{ measure: 'p95' }] },
    { rules: [{ ...p95, mostMs: -1 }] },
    { rules: [{ ...p95, mostMs: '1' }] },
    { rules: [{ ...p95, group: '' }] },
    { rules: [{ measure: 'memory', mostMB: 5, screen: 'A' }] },
    { overMs: 15, rules: [p95] },
    { packages: [], rules: [p95] },
  ];
  const allowed = values.map((value) => 'budget' in parseBudget(value));
  assert.deepEqual(
    values.map((value) => validators.budget(value)),
    allowed,
  );
  assert.deepEqual(
    allowed,
    values.map((_, index) => index < 4),
  );
});
