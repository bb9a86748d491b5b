import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The Debian packages that this checkout uses, by what they are for. The only list of them, apart from ART's own. */
const groups = {
  /** javac and java for the demo app, the hook jar and the desktop-JVM tests; Maven fetches jars from Maven Central. */
  java: ['openjdk-17-jdk-headless', 'maven'],
  /**
   * The agents' compilers and linkers (19 for iOS), the sanitizers' runtime, the C headers of the programs that test their parts, and what
   * brings Darwin's.
   */
  agents: ['python3-pip', 'unzip', 'clang-14', 'lld-14', 'llvm-14', 'libclang-rt-14-dev', 'libc6-dev', 'clang-19', 'lld-19', 'llvm-19'],
  /**
   * What makes and judges the debug files of the tests: compilers, linkers for ELF and Mach-O, llvm-objcopy, dsymutil, llvm-symbolizer,
   * xz, which packs ELF's small symbol tables, and what makes APKs. Other versions than the agents', whose bytes are compared.
   */
  symbols: ['clang-19', 'lld-19', 'llvm-19', 'gcc', 'g++', 'binutils', 'xz-utils', 'zip', 'unzip', 'zipalign'],
  /** Swift's and LLVM's demanglers are compiled to WebAssembly with these, and the bytes compared; llvm-cxxfilt is the judge of C++ names. */
  wasm: ['clang-19', 'lld-19', 'llvm-19', 'wasi-libc', 'libc++-19-dev-wasm32', 'libc++abi-19-dev-wasm32', 'libclang-rt-19-dev-wasm32'],
  /** The demo app for iOS, and the loader that runs it, for this processor and for the phone's, whose programs qemu runs. */
  iosApps: ['clang-19', 'lld-19', 'llvm-19', 'gcc', 'libc6-dev', 'gcc-aarch64-linux-gnu', 'libc6-dev-arm64-cross', 'qemu-user'],
  /** Runs the runtime and the agents of phones' processors; what builds them is ART's. */
  arm: ['qemu-user'],
  /** The real adb server, which talks to the simulated phone. */
  adb: ['adb'],
  /** Clients that were written for real iPhones, which talk to the simulated one; zip packs the .ipa that they install, unzip is its installd. */
  iphone: ['libimobiledevice-utils', 'libusbmuxd-tools', 'ideviceinstaller', 'zip', 'unzip'],
  /** The browser that VS Code's workbench runs in, and one font so that its screenshots have letters. */
  browser: ['chromium', 'fonts-liberation'],
  /** Another browser than VS Code's, for pages that people send. */
  firefox: ['firefox-esr', 'fonts-liberation'],
  /** What the Android Runtime is built from; each line of the file is one package. */
  art: new URL('../../tests/runtimes/art/apt-packages.txt', import.meta.url),
} as const;

export type PackageGroup = keyof typeof groups;

/**
 * Sees to it that the groups' Debian packages are installed: through apt-get where this user may, and otherwise by
 * printing the exact command.
 * @param log is given one line for each thing that takes time; nothing when all is there
 * @throws Error with what is missing and the command that installs it
 */
export async function ensurePackages(wanted: readonly PackageGroup[], log: (line: string) => void): Promise<void> {
  const names = [...new Set((await Promise.all(wanted.map(packagesOf))).flat())].sort();
  if (process.platform !== 'linux') throw new Error(elsewhere(names));
  const missing = await missingOf(names);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  const byHand = `sudo apt-get update && sudo apt-get ${install.join(' ')}`;
  const asRoot = await rootPrefix();
  if (!asRoot) throw new Error(`Debian packages are missing, and installing them needs root. Run this, then start again:\n  ${byHand}`);
  log(`Debian packages: installing ${missing.join(' ')} ...`);
  const startedMs = Date.now();
  for (const argv of [['update'], install]) {
    const { code, words } = await aptGet([...asRoot, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...argv]);
    if (code !== 0) throw new Error(`${words}\napt-get ${argv[0]} ended with code ${code}. By hand:\n  ${byHand}`);
  }
  log(`Debian packages: done in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}

async function packagesOf(group: PackageGroup): Promise<readonly string[]> {
  const source = groups[group];
  if (!(source instanceof URL)) return source;
  return (await readFile(source, 'utf8')).split('\n').filter((line) => line !== '');
}

/** @throws Error on a Linux without Debian's package tools */
async function missingOf(names: readonly string[]): Promise<string[]> {
  const query = ['-W', '-f', `\${Package} \${db:Status-Status}\n`, ...names];
  const out = await new Promise<string>((resolve, reject) => {
    // Exit code 1 only means that some of them are unknown here.
    execFile('dpkg-query', query, (error, stdout) =>
      error && typeof error.code !== 'number' ? reject(new Error(elsewhere(names))) : resolve(stdout),
    );
  });
  const installed = new Set(out.split('\n').filter((line) => line.endsWith(' installed')));
  return names.filter((name) => !installed.has(`${name} installed`));
}

function elsewhere(names: readonly string[]): string {
  return (
    `This sets itself up on Debian 12 only; here it would need what these Debian packages hold: ${names.join(' ')}.\n` +
    'Run it on Debian 12, for example in a container. Using the extension needs only its .vsix, on any system.'
  );
}

/** What to put before apt-get: nothing for root, sudo when it asks no password, undefined when neither. */
async function rootPrefix(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return execute('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'],
    () => undefined,
  );
}

/** Its words are many, and of interest only when it fails. */
function aptGet([command = '', ...argv]: readonly string[]): Promise<{ readonly code: number | null; readonly words: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        words = (words + text).slice(-4000);
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code, words }));
  });
}
