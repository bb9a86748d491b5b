import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { duckDbFolder, duckDbPackage, duckDbVersion } from './duckdb.ts';
import { enginePackages } from './engine-packages.ts';

/**
 * Names the engine's packages and their checksums in its folder, and gives npm's arguments that install them there: no package's script
 * runs, and nothing with another checksum is taken. @throws Node's errors
 */
export function prepareEngine(folder = duckDbFolder()): readonly string[] {
  const root = { name: 'laglens-lake-engine', private: true, dependencies: { [duckDbPackage]: duckDbVersion } };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  write(folder, 'package.json', root);
  write(folder, 'package-lock.json', { name: root.name, lockfileVersion: 3, requires: true, packages: { '': root, ...enginePackages } });
  return ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
}

/** A link in the file's place is replaced, not followed. */
function write(folder: string, name: string, content: object): void {
  const path = join(folder, name);
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify(content, undefined, 2), { flag: 'wx', mode: 0o600 });
}
