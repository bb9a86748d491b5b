import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeFiles } from '../../../tests/house/project-sources.ts';
import { androidToolVersions } from '../../setup/android-tools.ts';
import { packageGroupsFor } from '../../setup/prepare.ts';
import { installedVersions, type PackageGroup } from '../../setup/setup-packages.ts';
import { isWithin } from '../choose-files.ts';
import { type Guard, guardsNow, readRecords, staleGuards } from './guard-records.ts';
import { isGuard, moreInputsOf } from './guards.ts';

/** `changed`: guards with other inputs than at their last pass, and all other tests; `guards`: those guards alone; `all`: everything. */
export type Scope = 'changed' | 'guards' | 'all';

export interface Choice {
  readonly files: readonly string[];
  readonly left: readonly Guard[];
  /** Guards among the files to run. */
  readonly guards: readonly Guard[];
}

/** Which test files run, and which guards are left out. */
export async function chooseGuards(root: string, files: readonly string[], scope: Scope): Promise<Choice> {
  const guards = await presentGuards(root, files.filter(isGuard));
  const stale = staleGuards(guards, await readRecords(root));
  const run = new Set(stale.map(({ file }) => file));
  const isRun = (file: string): boolean => scope === 'all' || run.has(file) || (scope === 'changed' && !isGuard(file));
  const chosen = files.filter(isRun);
  const isChosen = ({ file }: Guard): boolean => chosen.includes(file);
  return { files: chosen, guards: guards.filter(isChosen), left: guards.filter((guard) => !isChosen(guard)) };
}

/** The guards by the checkout's files and the installed tools of now. */
export async function presentGuards(root: string, files: readonly string[]): Promise<readonly Guard[]> {
  const versions = new Map<string, readonly string[]>();
  const groupsOf = (file: string): readonly PackageGroup[] => packageGroupsFor([file]).filter((group) => !browsers.includes(group));
  for (const file of files) {
    const key = groupsOf(file).join();
    if (!versions.has(key)) versions.set(key, await installedVersions(groupsOf(file)));
  }
  const node = `node ${process.version} ${process.platform} ${process.arch}`;
  const adbd = await realAdbdTools();
  const toolsOf = (file: string): readonly string[] => [
    node,
    ...(versions.get(groupsOf(file).join()) ?? []),
    ...(isWithin(file, 'tests/simulated/android/real') ? adbd : []),
  ];
  const tree = { paths: await treeFiles(), text: (path: string) => readFileSync(join(root, path), 'utf8') };
  return guardsNow(files, tree, root, toolsOf, moreInputsOf);
}

/** No guard shows a page, though its folder's list has them. */
const browsers: readonly PackageGroup[] = ['browser', 'firefox'];

/** Where its tests are left out, their pass is no pass for a computer that has it. */
async function realAdbdTools(): Promise<readonly string[]> {
  return process.getuid?.() === 0 ? androidToolVersions() : ['no adbd'];
}
