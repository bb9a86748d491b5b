import type { Mutant } from '../../../tests/mutants/mutant.ts';

export const verifyMutants: readonly Mutant[] = [
  {
    name: 'field-report-with-numbers',
    file: 'features/verify/core/report/cleaned.ts',
    before: "return run.replace(/\\d/g, '1');",
    after: 'return run;',
    tests: ['features/verify/core/report/cleaned.test.ts'],
    userSuffers: 'A field report has a phone number or a serial.',
  },
  {
    name: 'untried-facts-judged',
    file: 'features/verify/core/replay/judge-again.ts',
    before: "if (fact === undefined || before === 'untried')",
    after: 'if (fact === undefined)',
    tests: ['features/verify/core/replay/judge-again.test.ts'],
    userSuffers: 'A replayed report has false facts that nobody tried.',
  },
  {
    name: 'changed-answers-unseen',
    file: 'features/verify/core/replay/judge-again.ts',
    before: 'result.answer !== before',
    after: 'result.answer === before',
    tests: ['features/verify/core/replay/judge-again.test.ts', 'features/verify/cli/replay-report.test.ts'],
    userSuffers: 'A parser that no longer reads a phone passes its replay.',
  },
];
