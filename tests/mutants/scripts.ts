import type { Mutant } from './mutant.ts';

const records = ['scripts/test-run/guards/guard-records.test.ts'] as const;
const inputs = ['scripts/test-run/guards/test-inputs.test.ts'] as const;

/** What chooses the tests of a run. Its user is a developer. */
export const scriptMutants: readonly Mutant[] = [
  {
    name: 'guard-left-out-for-good',
    file: 'scripts/test-run/guards/guard-records.ts',
    before: '!Object.hasOwn(records, file) || records[file] !== hash',
    after: '!Object.hasOwn(records, file)',
    tests: records,
    userSuffers: 'A guard that passed once is left out, whatever changes.',
  },
  {
    name: 'guard-by-names-alone',
    file: 'scripts/test-run/guards/guard-records.ts',
    before: 'paths.map((path) => [path, hashOf(path)])',
    after: 'paths',
    tests: records,
    userSuffers: 'A guard is left out although the text of an input changed.',
  },
  {
    name: 'guard-edited-while-it-ran',
    file: 'scripts/test-run/guards/guard-records.ts',
    before: 'passed.has(file) && begun.get(file) === hash',
    after: 'passed.has(file)',
    tests: records,
    userSuffers: 'A guard is left out with an input that it never ran with.',
  },
  {
    name: 'guard-inputs-of-one-step',
    file: 'scripts/test-run/guards/test-inputs.ts',
    before: '(path === test || !isTest(path))',
    after: 'path === test',
    tests: inputs,
    userSuffers: 'A guard is left out although a module of its modules changed.',
  },
  {
    name: 'guard-agents-moved',
    file: 'scripts/test-run/guards/guards.ts',
    before: "{ 'tests/agent': ['device-agents'] }",
    after: "{ 'tests/agents': ['device-agents'] }",
    tests: ['scripts/test-run/guards/guards.test.ts'],
    userSuffers: 'Tests of the agents are left out although an agent changed.',
  },
];
