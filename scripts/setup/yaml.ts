import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheDir } from './cache.ts';
import { installOnce } from './npm-install.ts';

/** Reads YAML for tests; out of node_modules, as nothing else needs it. */
const VERSION = '2.9.1';
const folder = (): string => join(cacheDir('yaml'), VERSION);

/** @returns a parser of YAML 1.2, which throws at mistakes and at keys that are there twice @throws Error with npm's last words */
export async function yamlParser(log: (line: string) => void): Promise<(text: string) => unknown> {
  await installOnce(folder(), { dependencies: { yaml: VERSION } }, log);
  const { parse }: { parse: (text: string) => unknown } = createRequire(join(folder(), 'package.json'))('yaml');
  return parse;
}
