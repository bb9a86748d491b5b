import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../demo-app/build-demo-app.ts';
import { buildLoader } from './build-loader.ts';

const probes = fileURLToPath(new URL('probes', import.meta.url));
const sdk = fileURLToPath(new URL('../../demo-app/iphone/sdk', import.meta.url));

const targets = {
  'device-arm64': { arch: 'arm64', triple: 'arm64-apple-ios14.0', platform: 'ios' },
  'simulator-arm64': { arch: 'arm64', triple: 'arm64-apple-ios14.0-simulator', platform: 'ios-simulator' },
  'simulator-x86_64': { arch: 'x86_64', triple: 'x86_64-apple-ios14.0-simulator', platform: 'ios-simulator' },
} as const;
type Target = keyof typeof targets;
export const allTargets: readonly Target[] = ['simulator-x86_64', 'simulator-arm64', 'device-arm64'];

interface ProbeOptions {
  readonly target: Target;
  /** For ld64.lld, which searches everywhere for symbols without a library. */
  readonly link?: readonly string[];
  /** Target path; the probe has the file's name. */
  readonly output: string;
  readonly library?: boolean;
  /** Defines WEAK. */
  readonly weak?: boolean;
}

export async function makeProbe(
  source: string,
  { target, link = [], output, library = false, weak = false }: ProbeOptions,
): Promise<string> {
  const { arch, triple, platform } = targets[target];
  const object = `${output}.o`;
  const compile = ['-target', triple, '-ffreestanding', '-nostdlibinc', '-isystem', join(sdk, 'include'), '-O2', '-fblocks'];
  await run('clang-19', [...compile, '-fno-omit-frame-pointer', `-DWEAK=${weak ? 1 : 0}`, '-c', join(probes, source), '-o', object]);
  await run('ld64.lld-19', [
    ...[library ? '-dylib' : '-execute', '-arch', arch, '-platform_version', platform, '14.0', '17.0'],
    ...['-syslibroot', sdk, '-adhoc_codesign', '-undefined', 'dynamic_lookup', ...link, '-lSystem', object, '-o', output],
  ]);
  return output;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function runInLoader(executable: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const loader = await buildLoader();
  const child = spawn(loader, [executable], { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, ...said };
}
