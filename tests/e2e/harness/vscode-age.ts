import type { VsCodeAge } from '../../../scripts/setup/code-server.ts';

const ages: readonly VsCodeAge[] = ['oldest', 'newest'];

/** The one VS Code that this run is for: the environment's LAGLENS_VSCODE. Without it each test decides. */
const wished = readWish();

/** What a test runs in that needs only one. */
export const usualVsCode: VsCodeAge = wished ?? 'oldest';

/** What a test runs in, one after the other, that tells of the extension in every supported VS Code. */
export const everyVsCode: readonly VsCodeAge[] = wished === undefined ? ages : [wished];

/** @throws Error when LAGLENS_VSCODE names none */
function readWish(): VsCodeAge | undefined {
  const name = process.env.LAGLENS_VSCODE;
  const age = ages.find((known) => known === name);
  if (name && age === undefined) throw new Error(`LAGLENS_VSCODE is "${name}"; set it to ${ages.join(' or ')}, or not at all.`);
  return age;
}
