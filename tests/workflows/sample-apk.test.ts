import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { d8, frameworks } from '../demo-app/versions.ts';
import { root } from '../house/project-sources.ts';

const execute = promisify(execFile);
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens sdk '));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Debian's tools and Robolectric's Android, laid out as an SDK that has older ones, too. */
async function sdk(): Promise<string> {
  const log = (line: string): unknown => process.stderr.write(`${line}\n`);
  const [tools, platform] = [join(folder, 'build-tools', '35.0.0'), join(folder, 'platforms', 'android-34')];
  for (const path of [tools, platform, join(folder, 'build-tools', '9.0.0'), join(folder, 'platforms', 'android-9')])
    await mkdir(path, { recursive: true });
  for (const name of ['aapt2', 'zipalign', 'apksigner']) await symlink(join('/usr/bin', name), join(tools, name));
  const android = frameworks['14'];
  const compiler = await mavenJar(d8.artifact, d8.sha256, log);
  await writeFile(join(tools, 'd8'), `#!/bin/sh\nexec java -cp '${compiler}' com.android.tools.r8.D8 "$@"\n`, { mode: 0o755 });
  await symlink(await mavenJar(android.artifact, android.sha256, log), join(platform, 'android.jar'));
  return folder;
}

test('the emulator’s sample is a signed, debuggable app with an activity that starts', async () => {
  const apk = join(folder, 'sample.apk');
  await execute('bash', [join(root, 'scripts/ci/build-sample-apk.sh'), apk], { env: { ...process.env, ANDROID_HOME: await sdk() } });
  const { stdout } = await execute('aapt2', ['dump', 'badging', apk]);
  assert.match(stdout, /^package: name='dev\.laglens\.sample' /m);
  assert.match(stdout, /^application-debuggable$/m);
  assert.match(stdout, /^launchable-activity: name='dev\.laglens\.sample\.SampleActivity'/m);
  await execute('apksigner', ['verify', '--min-sdk-version', '28', apk]);
  await execute('zipalign', ['-c', '4', apk]);
  const { stdout: content } = await execute('unzip', ['-l', apk]);
  assert.match(content, / classes\.dex$/m);
});
