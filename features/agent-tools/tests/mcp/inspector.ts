import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../../../../scripts/setup/cache.ts';
import { installOnce } from '../../../../scripts/setup/npm-install.ts';
import { root } from '../../../../tests/house/project-sources.ts';

const INSPECTOR = '2.12.0';
const AJV = '8.17.1';

const folder = (): string => join(cacheDir('mcp-inspector'), INSPECTOR);

/** Why the inspector cannot run here; undefined if it can. */
export function noInspector(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? undefined : `the inspector needs Node 22.19, this is ${process.versions.node}`;
}

export async function installInspector(log: (line: string) => void): Promise<void> {
  await installOnce(folder(), { dependencies: { '@modelcontextprotocol/inspector': INSPECTOR, ajv: AJV } }, log);
}

/** The inspector's own command line as client of `laglens mcp`. @param workspace the server's folder */
export async function inspect(workspace: string, ...args: readonly string[]): Promise<unknown> {
  const launcher = join(folder(), 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const server = [process.execPath, join(root, 'cli/main.ts'), 'mcp'];
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, '--cli', ...server, ...args], {
    cwd: workspace,
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

/** Mistakes of a value by ajv, '' for none. */
export function mistakesBy(schema: unknown, value: unknown): string {
  const load = createRequire(join(folder(), 'package.json'));
  const { Ajv2020 } = Object(load('ajv/dist/2020'));
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  return ajv.validate(schema, value) === true ? '' : String(ajv.errorsText());
}
