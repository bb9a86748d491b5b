import { librarySources, sources } from './sources.ts';

/** The Swift package's sources, under device-agents/. */
export const packageFolder = 'ios/package';

/** A file that follows from the agent's sources; the path is below device-agents/. */
interface PackageSource {
  readonly path: string;
  readonly text: string;
}

/**
 * The sources of the Swift package: one for each of the agent's, and empty unless LAGLENS_AGENT is defined, which Package.swift does for
 * debug builds alone. So a release build cannot hold a part of the agent.
 */
export async function packageSources(): Promise<readonly PackageSource[]> {
  const files = await sources(...librarySources.ios);
  return files.map((file) => ({
    path: `${packageFolder}/${file.replaceAll('/', '_')}`,
    text: `/* Written by scripts/generate.ts. */\n#if LAGLENS_AGENT\n#include "../../${file}"\n#endif\n`,
  }));
}
