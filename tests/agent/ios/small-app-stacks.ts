import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Host } from '../test-host.ts';
import type { SmallApp } from './small-app.ts';

const execute = promisify(execFile);

/** @returns the functions of the agent's stack, innermost first, by llvm-nm's list of the app; '' for others' */
export async function stacksOf(app: SmallApp, host: Host): Promise<(node: number) => readonly string[]> {
  const nameAt = await functionsOf(app.executable);
  return (node) => {
    const image = host.all('image').find(({ path }) => path.endsWith('/Other.app/Other'));
    const nodes = new Map(host.all('nativeNode').map((each) => [each.id, each]));
    const stack: string[] = [];
    for (let at = nodes.get(node); at !== undefined; at = nodes.get(at.parent)) stack.push(at.image === image?.id ? nameAt(at.offset) : '');
    return stack;
  };
}

/** By llvm-nm. */
async function functionsOf(executable: string): Promise<(address: number) => string> {
  const { stdout } = await execute('llvm-nm-19', ['-n', executable]);
  const symbols = [...stdout.matchAll(/^([0-9a-f]+) [tT] (\S+)$/gm)].map(([, at = '', name = '']) => ({
    at: Number.parseInt(at, 16),
    name,
  }));
  return (address) => symbols.findLast(({ at }) => at <= address)?.name ?? '';
}
