import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { yamlParser } from '../../scripts/setup/yaml.ts';
import { runCommand } from '../host/run-command.ts';
import { root } from '../house/project-sources.ts';
import { readAction } from './composite-action.ts';
import type { Workflow } from './github-files.ts';

const log = (line: string): unknown => process.stderr.write(`${line}\n`);

/** The first YAML of each heading of docs/ci.md. */
const examples = new Map<string, string>();
let parse: (text: string) => unknown;

before(async () => {
  parse = await yamlParser(log);
  const page = await readFile(join(root, 'docs/ci.md'), 'utf8');
  for (const [, heading = '', yaml = ''] of page.matchAll(/^## (\w+)\n(?:(?!^## ).*\n)*?```yaml\n([\s\S]*?)```/gm))
    examples.set(heading, yaml);
});

/** All texts of a parsed example. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('GitHub, GitLab and Bitrise have examples that are YAML, and record before they judge', () => {
  assert.deepEqual([...examples.keys()], ['GitHub', 'GitLab', 'Bitrise']);
  for (const [name, yaml] of examples) {
    const texts = textsIn(parse(yaml)).join('\n');
    assert.ok(texts.indexOf('record --device') > 0, name);
    if (name !== 'GitHub') assert.ok(texts.indexOf('laglens check') > texts.indexOf('record --device'), name);
  }
});

test('options of the examples’ commands exist', async () => {
  const { out } = await runCommand(['--help'], { folder: root });
  const called: string[] = [];
  for (const yaml of examples.values()) {
    for (const text of textsIn(parse(yaml))) {
      for (const [, command = '', rest = ''] of text
        .replaceAll('\\\n', ' ')
        .matchAll(/laglens(?:-[\d.]+tgz)? (record|check|diff) ([^\n;|]*)/g)) {
        called.push(command);
        const usage = out.slice(out.indexOf(`laglens ${command} `)).split('\n\n')[0] ?? '';
        const options = rest.match(/(?<=\s|^)--?[a-z]+/g) ?? [];
        assert.ok(options.length > 0);
        assert.deepEqual(
          options.filter((option) => !new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(usage)),
          [],
          `laglens ${command}`,
        );
      }
    }
  }
  assert.deepEqual(called, ['record', 'record', 'check', 'record', 'check']);
});

test('the example of the Action gives its required inputs and permissions, and no unknown ones', async () => {
  const { inputs } = await readAction(log);
  const workflow: Workflow = Object(parse(examples.get('GitHub') ?? ''));
  const job = workflow.jobs.lags;
  const given = Object.keys(job?.steps.find(({ uses }) => uses?.includes('/laglens/action@'))?.with ?? {});
  assert.deepEqual(
    given.filter((name) => !(name in inputs)),
    [],
  );
  assert.deepEqual(
    Object.keys(inputs).filter((name) => inputs[name]?.required === true && !given.includes(name)),
    [],
  );
  assert.deepEqual(job?.permissions, { actions: 'read', contents: 'read', 'pull-requests': 'write', 'security-events': 'write' });
});
