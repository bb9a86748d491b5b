import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { installOnce } from '../../scripts/setup/npm-install.ts';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { checkAdvisories } from '../../scripts/test-run/advisories.ts';
import { root } from './project-sources.ts';
import { unzip } from './zip.ts';

const run = promisify(execFile);

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

let files: ReadonlyMap<string, Buffer>;
let bill: string;
let components: readonly Component[];

before(async () => {
  files = unzip(await readFile(await buildVsix(() => undefined)));
  bill = files.get('extension/dist/sbom.cdx.json')?.toString('utf8') ?? '';
  components = Object(JSON.parse(bill)).components;
});

const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

/** They have scripts, and work without: esbuild's looks whether its program runs, vsce-sign's is for signing, which nobody does here. */
const scriptsThatNeedNotRun = ['@vscode/vsce-sign', 'esbuild'];

test('a bare npm install runs no script of any package', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-npm-'));
  t.after(() => rm(folder, { recursive: true }));
  const guest = join(folder, 'guest');
  await mkdir(guest);
  const scripts = Object.fromEntries(
    ['preinstall', 'install', 'postinstall', 'prepare'].map((name) => [name, `touch "${folder}/ran-${name}"`]),
  );
  await writeFile(join(guest, 'package.json'), JSON.stringify({ name: 'guest', version: '1.0.0', scripts }));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: guest });
  const install = async (settings: boolean): Promise<readonly string[]> => {
    const home = join(folder, settings ? 'with' : 'without');
    await mkdir(home);
    if (settings) await copyFile(join(root, '.npmrc'), join(home, '.npmrc'));
    await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, dependencies: { guest: 'file:../guest-1.0.0.tgz' } }));
    const { npm_config_ignore_scripts: _, ...environment } = process.env;
    await run('npm', ['install', '--offline', '--no-audit'], {
      cwd: home,
      env: { ...environment, npm_config_cache: join(folder, 'cache') },
    });
    return (await readdir(folder)).filter((name) => name.startsWith('ran-'));
  };
  assert.deepEqual(await install(true), []);
  // Without our setting npm does run them: the test can see it.
  assert.notDeepEqual(await install(false), []);
});

test('packages with scripts are known, each with a reason why it works without them', async () => {
  const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  );
  const found = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(found.map(([path]) => path.replace(/^.*node_modules\//, '')).sort(), scriptsThatNeedNotRun);
});

test('the bill of materials in the .vsix holds CycloneDX’s own schema', async (t) => {
  const folder = join(cacheDir('cyclonedx'), 'library-10.3.0');
  const dependencies = {
    '@cyclonedx/cyclonedx-library': '10.3.0',
    ajv: '8.17.1',
    'ajv-formats': '3.0.1',
    'ajv-formats-draft2019': '1.6.1',
  };
  await installOnce(folder, { dependencies }, (line) => t.diagnostic(line));
  const { Validation } = createRequire(join(folder, 'package.json'))('@cyclonedx/cyclonedx-library');
  const validator = new Validation.JsonStrictValidator('1.6');
  assert.equal(await validator.validate(bill), null);
  // The validator sees what is wrong.
  assert.notEqual(await validator.validate(bill.replace('"library"', '"book"')), null);
});

test('the bill of materials names what is in the bundles, and every licence text has its component', () => {
  const text = files.get('extension/dist/THIRD-PARTY-LICENSES.txt')?.toString('utf8') ?? '';
  const licensed = [...text.matchAll(/^={80}\n(\S+) (\d\S*) \(.*\)\n={80}$/gm)].map(([, name, version]) => `${name}@${version}`);
  assert.ok(licensed.length > 5);
  const packages = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
  assert.deepEqual(packages.map((each) => `${nameOf(each)}@${each.version}`).sort(), licensed.toSorted());
  assert.deepEqual(
    components.filter(({ purl }) => !purl.startsWith('pkg:npm/')).map(({ name }) => name),
    ['swift-demangler', 'llvm-demangler'],
  );
});

test('no library of cryptography is shipped: node-forge stays out of the bundle', () => {
  assert.equal(
    components.some(({ name }) => name === 'node-forge'),
    false,
  );
  for (const [name, bytes] of files) {
    // Names that its code keeps when it is bundled.
    if (name.endsWith('.cjs')) assert.doesNotMatch(bytes.toString('utf8'), /jsbn|forge\.pki|rsaPublicKey/, name);
  }
});

test('nothing that is shipped has a high or critical advisory, as far as the registry says', async (t) => {
  const shipped = new Set(components.map((each) => `${nameOf(each)}@${each.version}`));
  const found = await checkAdvisories(root, (name, version) => shipped.has(`${name}@${version}`));
  if (!found.isChecked) return t.diagnostic(`advisories not checked: ${found.why}`);
  assert.deepEqual(found.shipped, []);
});
