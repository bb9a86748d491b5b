import type { Mutant } from '../../../tests/mutants/mutant.ts';

export const agentToolMutants: readonly Mutant[] = [
  {
    name: 'tool-reads-outside',
    file: 'features/agent-tools/host/workspace-path.ts',
    before: " && way.split(sep)[0] !== '..'",
    after: '',
    tests: ['features/agent-tools/host/arguments.test.ts', 'features/agent-tools/host/session-tools.test.ts'],
    userSuffers: 'A tool reads files beside the workspace for an assistant.',
  },
  {
    name: 'tool-text-ends-quotes',
    file: 'features/agent-tools/core/shapes/data-text.ts',
    before: `    .replaceAll('"', '’')\n`,
    after: '',
    tests: ['features/agent-tools/host/hostile-sessions.test.ts'],
    userSuffers: 'The name of a method gives orders to an assistant.',
  },
  {
    name: 'tool-answer-over-budget',
    file: 'features/agent-tools/core/answers/within-budget.ts',
    before: '<= tokens;',
    after: '<= tokens * 2;',
    tests: ['features/agent-tools/host/session-tools.test.ts'],
    userSuffers: 'An answer takes twice the tokens that an assistant gave it.',
  },
];
