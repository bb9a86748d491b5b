import { type TestContext, test } from 'node:test';
import type { VsCodeAge } from '../../../scripts/setup/install-code-server.ts';

const ages: readonly VsCodeAge[] = ['oldest', 'newest'];

/** The one VS Code that this run is for: the environment's LAGLENS_VSCODE. Without it each test decides. */
const chosenAge = readChosenAge();

/** What a test runs in that needs only one. */
export const usualVsCode: VsCodeAge = chosenAge ?? 'oldest';

/** What `testInEveryVsCode` runs in, one after the other. */
export const everyVsCode: readonly VsCodeAge[] = chosenAge === undefined ? ages : [chosenAge];

/** A test that tells of the extension in every supported VS Code; its name says in which. The body hands the age to `inVsCode`. */
export function testInEveryVsCode(name: string, body: (test: TestContext, vscode: VsCodeAge) => Promise<void>): void {
  for (const age of everyVsCode) test(`in the ${age} VS Code: ${name}`, (context) => body(context, age));
}

/** @throws Error when LAGLENS_VSCODE names none */
function readChosenAge(): VsCodeAge | undefined {
  const name = process.env.LAGLENS_VSCODE;
  const age = ages.find((known) => known === name);
  if (name && age === undefined) throw new Error(`LAGLENS_VSCODE is "${name}"; set it to ${ages.join(' or ')}, or not at all.`);
  return age;
}
