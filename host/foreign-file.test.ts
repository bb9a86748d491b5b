import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startHostile } from '../tests/host/hostile-user.ts';
import { builtApps } from './devices/android/gradle-apps.ts';
import { Devicectl } from './devices/ios/xcode/devicectl/devicectl.ts';
import { Xcrun } from './devices/ios/xcode/xcrun/xcrun.ts';
import { javaProcess } from './devices/jvm/java-processes.ts';
import { embeddedAgent } from './devices/simulator/agents.ts';
import { openForeignFile, readForeignFile } from './foreign-file.ts';
import { SessionFile } from './session-file.ts';

const run = promisify(execFile);
/** Without a limit, opening a queue would wait for a writer for ever, and the test run with it. */
const soon = { timeout: 20_000 };

describe('files that others may have written', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-foreign-'));
    await run('mkfifo', [at('queue')]);
    const huge = await open(at('huge'), 'w');
    await huge.truncate(3 * 2 ** 30);
    await huge.close();
    await writeFile(at('small'), 'text');
    await symlink(at('small'), at('link'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are read when they are small and regular, and when a link was the user’s own', soon, async () => {
    assert.equal((await readForeignFile(at('small'), 4)).toString(), 'text');
    assert.equal((await readForeignFile(at('link'), 4, { links: 'follow' })).toString(), 'text');
  });

  for (const [name, code] of [
    ['queue', 'not-a-file'],
    ['.', 'not-a-file'],
    ['/dev/zero', 'not-a-file'],
    ['huge', 'too-large'],
    ['link', 'ELOOP'],
  ] as const) {
    it(`are not read when they are ${name}, and nothing waits`, soon, async () => {
      await assert.rejects(readForeignFile(name.startsWith('/') ? name : at(name), 1 << 20), { code });
    });
  }

  it('are not read when they belong to somebody else', soon, async () => {
    await assert.rejects(openForeignFile(at('small'), { owner: 4_000_000 }), { code: 'other-owner' });
  });

  it('that grow beyond the limit while they are read are not taken', soon, async () => {
    // proc(5): it gives its size as 0, as a file that is written meanwhile may.
    await assert.rejects(readForeignFile('/proc/self/status', 16), { code: 'too-large' });
  });

  it('are no sessions unless they are regular files', soon, async () => {
    for (const path of [at('queue'), '/dev/zero', folder]) {
      await assert.rejects(SessionFile.open(path), { code: 'session-not-found', message: /it is no regular file/ });
    }
  });

  it('are no performance data of a virtual machine that hold up the list of programs', soon, async () => {
    // The program is not called java, so only the data could say that it is one.
    const program = await startHostile(
      `require('node:fs').mkdirSync(argument + process.pid); console.log('ready'); setInterval(() => {}, 1000);`,
      '/tmp/hsperfdata_',
    );
    const data = `/tmp/hsperfdata_${program.pid}`;
    try {
      await run('mkfifo', [join(data, String(program.pid))]);
      assert.equal(await javaProcess(program.pid), undefined);
      await rm(join(data, String(program.pid)));
      const huge = await open(join(data, String(program.pid)), 'w');
      await huge.truncate(3 * 2 ** 30);
      await huge.close();
      assert.equal(await javaProcess(program.pid), undefined);
    } finally {
      await program.stop();
      await rm(data, { recursive: true });
    }
  });

  it('are no notes of an agent in a simulator’s app', soon, async () => {
    const caches = at('Library/Caches/laglens');
    await mkdir(caches, { recursive: true });
    await run('mkfifo', [join(caches, 'agent-7.json')]);
    const app = { bundleId: 'a.b', name: 'A', bundle: '', data: folder, build: '', isSystem: false };
    assert.equal(await embeddedAgent(app, { pid: 7, bundleId: 'a.b' }), undefined);
  });

  it('are not taken from a device when the app made them larger than notes are', soon, async () => {
    // As \`xcrun devicectl device copy from … --destination FILE\` does it, with what some app wrote.
    const tool = '#!/bin/sh\nfor last; do :; done\nhead -c "$BYTES" /dev/zero > "$last"\n';
    await writeFile(at('xcrun'), tool, { mode: 0o755 });
    const file = async (bytes: number): Promise<number | undefined> => {
      const xcrun = new Xcrun({ xcrunPath: at('xcrun'), environment: { ...process.env, BYTES: String(bytes) } });
      return (await new Devicectl(xcrun).appFile('udid', 'a.b', 'agent-7.json', 4096, new AbortController().signal))?.length;
    };
    assert.deepEqual([await file(4096), await file(4097)], [4096, undefined]);
  });

  it('are no notes of Gradle', soon, async () => {
    await symlink(at('small'), at('output-metadata.json'));
    assert.deepEqual(await builtApps([folder], new AbortController().signal), []);
  });
});
