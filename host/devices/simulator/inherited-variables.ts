import { stat } from 'node:fs/promises';
import { delimiter, isAbsolute } from 'node:path';

/** Variables of dyld that this program has inherited for all apps of simulators. */
const DYLD_OF_APPS = /^SIMCTL_CHILD_(DYLD_\w+)$/;

/**
 * What is wrong with variables of dyld that the editor was started with: a path that is gone keeps simulators from loading what else is
 * to be inserted. A line for the log each.
 */
export async function missingInherited(environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!DYLD_OF_APPS.test(name)) continue;
    for (const path of value.split(delimiter).filter(isAbsolute)) {
      if ((await stat(path).catch(() => undefined)) !== undefined) continue;
      lines.push(
        `${name}, with which this program was started, names ${path}, which is not on this Mac. If the agent is not loaded, unset it and start again.`,
      );
    }
  }
  return lines;
}
