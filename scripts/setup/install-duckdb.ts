import { duckDbFolder, duckDbPackage, duckDbVersion } from '../../host/lake/duckdb.ts';
import { installOnce } from './npm-install.ts';

/** Installs the lakes' engine into the cache once. Its compiled part is an optional package for each platform. */
export async function installDuckDb(log: (line: string) => void): Promise<void> {
  const compiled = `@duckdb/node-bindings-${process.platform}-${process.arch}`;
  await installOnce(duckDbFolder(), { dependencies: { [duckDbPackage]: duckDbVersion, [compiled]: duckDbVersion } }, log);
}
