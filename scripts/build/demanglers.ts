/**
 * Builds core/symbols/names/prebuilt/: Swift's demangler and LLVM's of C++ as WebAssembly, their licences, and VERSION.txt with tools and
 * sources.
 *
 *     node scripts/build/demanglers.ts [FOLDER]
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { crateSources } from '../setup/crate.ts';

const execute = promisify(execFile);
const own = fileURLToPath(new URL('demanglers', import.meta.url));

export const prebuiltDemanglers = fileURLToPath(new URL('../../core/symbols/names/prebuilt', import.meta.url));

/** Swift 6.3.1's demangler with guards against hostile names: vendor/swift of Sentry's crate. */
const crate = { name: 'symbolic-demangle', version: '14.0.0-alpha.4' } as const;
const units = ['Context', 'Demangler', 'Errors', 'ManglingUtils', 'NodeDumper', 'NodePrinter', 'Punycode', 'Remangler'];

const compile = [
  '--target=wasm32-wasi',
  '-std=c++17',
  '-Os',
  '-ffunction-sections',
  '-fdata-sections',
  '-fno-rtti',
  // Debian's C++ library for WebAssembly has no exceptions: throwing code compiles, and would trap.
  '-fexceptions',
  '-fignore-exceptions',
  '-DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1',
  '-DSWIFT_STDLIB_HAS_TYPE_PRINTING=1',
  '-w',
];

const link = [
  '--target=wasm32-wasi',
  '-mexec-model=reactor',
  '-Wl,--strip-all,--gc-sections',
  // With the stack below everything else, its overflow is a trap instead of damage.
  '-Wl,--stack-first,-z,stack-size=1048576',
];

/** The programs, in the order of VERSION.txt. */
export const demanglerPrograms = ['swift-demangler.wasm', 'llvm-demangler.wasm'] as const;

/** Inputs of the bytes besides the sources; undefined without the compiler. */
export async function demanglersCompiler(): Promise<string | undefined> {
  try {
    const { stdout: clang } = await execute('clang++-19', ['--version']);
    const { stdout: libc } = await execute('dpkg-query', ['-W', '-f', `\${Package} \${Version}`, 'wasi-libc']);
    await execute('dpkg-query', ['-W', 'libc++-19-dev-wasm32', 'libc++abi-19-dev-wasm32', 'libclang-rt-19-dev-wasm32', 'lld-19']);
    return `${clang.split('\n')[0]}, ${libc}`;
  } catch {
    return undefined;
  }
}

/** Swift's demangler as sources for another build: what to include, the units, and flags for any target. */
export async function swiftSources(
  log: (line: string) => void,
): Promise<{ readonly include: string; readonly units: readonly string[]; readonly flags: readonly string[] }> {
  const swift = join(await crateSources(crate.name, crate.version, log), 'vendor', 'swift');
  const flags = compile.filter((flag) => /^-(?:std|D|w|fno-rtti)/.test(flag));
  return { include: join(swift, 'include'), units: units.map((unit) => join(swift, 'lib', 'Demangling', `${unit}.cpp`)), flags };
}

/**
 * Builds everything into a folder.
 * @param log gets a line before a download
 * @throws Error with the failed tool's words; needs cargo and the Debian packages of the group `wasm`
 */
export async function buildDemanglers(folder: string, log: (line: string) => void = () => undefined): Promise<void> {
  const compiler = await demanglersCompiler();
  if (compiler === undefined)
    throw new Error('clang-19 for WebAssembly is missing: `npm test -- tests/names` installs its Debian packages.');
  const swift = join(await crateSources(crate.name, crate.version, log), 'vendor', 'swift');
  const objects = await mkdtemp(join(tmpdir(), 'laglens-swift-'));
  try {
    await mkdir(folder, { recursive: true });
    const [swiftWasm, llvmWasm] = demanglerPrograms;
    const sources = [join(own, 'swift.cpp'), ...units.map((unit) => join(swift, 'lib', 'Demangling', `${unit}.cpp`))];
    await Promise.all([0, 1].map((half) => compileEach(sources, half, swift, objects)));
    await linkInto(join(folder, swiftWasm), sources, objects);
    // LLVM's demangler itself comes with libc++abi.
    const llvm = [join(own, 'llvm.cpp')];
    await compileEach(llvm, 0, swift, objects);
    await linkInto(join(folder, llvmWasm), llvm, objects);
    await writeFile(join(folder, 'LICENSE.txt'), await licences(swift));
    await writeFile(join(folder, 'VERSION.txt'), await version(compiler, swift, folder));
  } finally {
    await rm(objects, { recursive: true });
  }
}

/** Every second source in sequence: a small computer bears two compilers. */
async function compileEach(sources: readonly string[], half: number, swift: string, objects: string): Promise<void> {
  for (const source of sources.filter((_, i) => i % 2 === half)) {
    // No byte depends on the folder, so the same sources elsewhere give the same file.
    const here = [`-ffile-prefix-map=${swift}=swift`, `-ffile-prefix-map=${own}=laglens`];
    const argv = [...compile, ...here, '-I', own, '-I', join(swift, 'include'), '-c', source, '-o', objectOf(source, objects)];
    await execute('clang++-19', argv, { maxBuffer: 1 << 26 });
  }
}

async function linkInto(wasm: string, sources: readonly string[], objects: string): Promise<void> {
  await execute('clang++-19', [...link, '-o', wasm, ...sources.map((source) => objectOf(source, objects))]);
  await chmod(wasm, 0o644);
}

function objectOf(source: string, objects: string): string {
  return join(objects, `${basename(source)}.o`);
}

/** Of Swift, of its parts of LLVM, and of the linked C and C++ libraries. */
async function licences(swift: string): Promise<string> {
  const parts = [
    ['Swift', join(swift, 'LICENSE.txt')],
    ['LLVM, as far as Swift contains it', join(swift, 'LICENSE_LLVM.txt')],
    ['libc++ and libc++abi (with LLVM’s demangler)', '/usr/share/doc/libc++-19-dev-wasm32/copyright'],
    ['wasi-libc', '/usr/share/doc/wasi-libc/copyright'],
  ] as const;
  const line = '='.repeat(80);
  const texts = await Promise.all(parts.map(async ([title, path]) => `${line}\n${title}\n${line}\n${await readFile(path, 'utf8')}`));
  return `${demanglerPrograms.join(' and ')} are made of these, each under its own licence.\n\n${texts.join('\n')}`;
}

async function version(compiler: string, swift: string, folder: string): Promise<string> {
  const lines = [
    `compiler ${compiler}`,
    `source ${crate.name} ${crate.version} ${await treeHash(swift, '{include,lib}/**/*')}`,
    `own ${await ownSourceHash()}`,
  ];
  for (const name of demanglerPrograms) {
    const bytes = await readFile(join(folder, name));
    lines.push(`${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${name}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Of our own sources, for VERSION.txt. */
export async function ownSourceHash(): Promise<string> {
  return treeHash(own, '*.{cpp,h}');
}

async function treeHash(folder: string, pattern: string): Promise<string> {
  const hash = createHash('sha256');
  const names: string[] = [];
  for await (const entry of glob(pattern, { cwd: folder, withFileTypes: true })) {
    if (entry.isFile()) names.push(join(entry.parentPath, entry.name).slice(folder.length + 1));
  }
  for (const name of names.sort()) hash.update(`${name}\0`).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 32);
}

if (import.meta.main) await buildDemanglers(process.argv[2] ?? prebuiltDemanglers, (line) => process.stderr.write(`${line}\n`));
