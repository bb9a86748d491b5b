import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileSampleClasses } from '../../device-agents/build/sample-apk.ts';
import { agentsRoot, sources } from '../../device-agents/build/sources.ts';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { exists, type Log, moveIntoPlace } from './build-demo-app.ts';

/** Runs the schedule of `device-agents/sample-app` on the phone of the demo app. */
export const sampleMain = 'com.example.phone.SampleMain';
export const sampleActivity = 'dev.laglens.sample.SampleActivity';

/**
 * Class files of the shipped sample app, for the desktop JVM, which cannot run an APK's dex code. In the cache, once per state of the sources.
 * @param apk of the shipped app
 * @throws Error for another APK
 */
export async function sampleClasses(apk: string, log: Log): Promise<string> {
  const shipped = await readFile(join(agentsRoot, 'prebuilt', 'laglens-sample.apk'));
  if (!shipped.equals(await readFile(apk))) throw new Error(`${apk} is not the shipped sample app: only the Android Runtime runs others`);
  const hash = createHash('sha256');
  for (const path of await sources('sample-app/**/*.java')) hash.update(path).update(await readFile(join(agentsRoot, path)));
  const home = join(cacheDir('demo-app'), `sample-${hash.digest('hex').slice(0, 16)}`);
  if (!(await exists(home))) {
    log('sample app: compiling (about 5 s the first time) ...');
    const fresh = `${home}.${process.pid}`;
    await compileSampleClasses(fresh, log);
    await moveIntoPlace(fresh, home);
  }
  return home;
}
