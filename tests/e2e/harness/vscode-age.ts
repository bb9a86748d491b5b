import { type TestContext, test } from 'node:test';
import type { VsCodeAge } from '../../../scripts/setup/install-code-server.ts';

const ages: readonly VsCodeAge[] = ['oldest', 'newest'];

/** This run's only VS Code: LAGLENS_VSCODE of the environment. By default each test decides. */
const chosenAge = readChosenAge();

/** For tests that need only one. */
export const usualVsCode: VsCodeAge = chosenAge ?? 'oldest';

/** For `testInEveryVsCode`, in sequence. */
export const everyVsCode: readonly VsCodeAge[] = chosenAge === undefined ? ages : [chosenAge];

/** A test in every supported VS Code, each named in its title. The body passes the age to `inVsCode`. */
export function testInEveryVsCode(name: string, body: (test: TestContext, vscode: VsCodeAge) => Promise<void>): void {
  for (const age of everyVsCode) test(`in the ${age} VS Code: ${name}`, (context) => body(context, age));
}

/** @throws Error for an unknown LAGLENS_VSCODE */
function readChosenAge(): VsCodeAge | undefined {
  const name = process.env.LAGLENS_VSCODE;
  const age = ages.find((known) => known === name);
  if (name && age === undefined) throw new Error(`LAGLENS_VSCODE is "${name}"; set it to ${ages.join(' or ')}, or not at all.`);
  return age;
}
