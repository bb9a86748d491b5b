import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../tests/demo-app/build-demo-app.ts';

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const sdk = place('../../tests/demo-app/iphone/sdk');
const sources = ['load.c', 'threads.c', 'peer.c'];
const flags = ['-target', 'x86_64-apple-ios14.0-simulator', '-ffreestanding', '-nostdlibinc', '-O2', '-g1', '-Wall', '-Werror'];
const frames = ['-fno-omit-frame-pointer', '-fno-optimize-sibling-calls', '-fno-stack-protector'];
const includes = ['-isystem', join(sdk, 'include'), '-isystem', place('../../device-agents/ios/darwin')];
const version = ['-arch', 'x86_64', '-platform_version', 'ios-simulator', '14.0', '17.0'];

/** Builds the load with the peer for the simulator of an Intel Mac, which this processor runs. @returns its path */
export async function buildLoad(folder: string): Promise<string> {
  const objects = sources.map((source) => join(folder, `${source}.o`));
  for (const [i, source] of sources.entries()) {
    await run('clang-19', [...flags, ...frames, ...includes, '-c', place(source), '-o', objects[i] ?? '']);
  }
  const executable = join(folder, 'Load');
  const link = ['-execute', ...version, '-syslibroot', sdk, '-adhoc_codesign', '-undefined', 'dynamic_lookup', '-lSystem'];
  await run('ld64.lld-19', [...link, ...objects, '-o', executable]);
  return executable;
}
