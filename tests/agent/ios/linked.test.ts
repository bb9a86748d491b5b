import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { iosCompileFlags, iosCompiler } from '../../../device-agents/build/ios-library.ts';
import { agentsRoot, librarySources, sources } from '../../../device-agents/build/sources.ts';
import { buildLoader } from '../../runtimes/mach-o-loader/build-loader.ts';
import { Host } from '../test-host.ts';

const execute = promisify(execFile);
const CHECK_INTERVAL_MS = 20;
const link = ['-nostdlib', '-fuse-ld=lld', '-Wl,-adhoc_codesign', '-lSystem', '-framework', 'CoreFoundation'];
/** Since Xcode 13 apps for iOS 14 and later bind all pointers at once; older ones some of them on the first call. */
const pointers = { 'bound when it is loaded': '-Wl,-fixup_chains', 'bound on the first call': '-Wl,-no_fixup_chains' } as const;

/** An app that was linked with the agent's sources, run by the loader in a home of its own. */
class LinkedApp implements AsyncDisposable {
  readonly home: string;
  readonly #child;
  readonly #ended: Promise<unknown>;

  constructor(loader: string, executable: string, home: string) {
    this.home = home;
    const args = ['--home', home, '--bundle-id', 'com.example.linked', executable];
    this.#child = spawn(loader, args, { env: { PATH: process.env.PATH, IPHONE_LOADER_ARCH: 'x86_64' }, stdio: 'inherit' });
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits for what the agent wrote; the test's own time limit ends the waiting. */
  async announced(): Promise<{ readonly path: string; readonly said: Record<string, unknown> }> {
    const folder = join(this.home, 'Library', 'Caches', 'laglens');
    for (;;) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw new Error('The app ended before it said anything');
      const found = (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.json'));
      if (found !== undefined) return { path: join(folder, found), said: JSON.parse(await readFile(join(folder, found), 'utf8')) };
      await pause(CHECK_INTERVAL_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

for (const [how, fixups] of Object.entries(pointers))
  suite(`an app that carries the agent itself, ${how}`, { timeout: 600_000 }, () => linked(fixups));

function linked(fixups: string): void {
  let folder: string;
  let app: LinkedApp;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-linked-'));
    await mkdir(join(folder, 'home', 'Library', 'Caches'), { recursive: true });
    await mkdir(join(folder, 'Linked.app'));
    const main = fileURLToPath(new URL('native/linked.c', import.meta.url));
    const executable = join(folder, 'Linked.app', 'Linked');
    const files = [main, ...(await sources(...librarySources.ios))];
    await execute(
      iosCompiler,
      ['-target', 'x86_64-apple-ios15.0-simulator', ...iosCompileFlags, ...files, ...link, fixups, '-o', executable],
      {
        cwd: agentsRoot,
      },
    );
    app = new LinkedApp(await buildLoader(), executable, join(folder, 'home'));
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test('says in its container where it listens, to its owner alone', async () => {
    const { path, said } = await app.announced();
    assert.equal(path, join(app.home, 'Library', 'Caches', 'laglens', `agent-${app.pid}.json`));
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual([said.protocol, said.pid, said.bundle], [2, app.pid, 'com.example.linked']);
    assert.match(String(said.token), /^[0-9a-f]{32}$/);
    assert.equal((await readdir(join(path, '..'))).length, 1);
  });

  test('lets in who knows the token, and reports its own code, whose calls go through hooks that are part of it', async () => {
    const { said } = await app.announced();
    using stranger = await Host.connect(Number(said.port));
    await stranger.closed;
    assert.deepEqual(
      stranger.messages.map(({ type }) => type),
      ['challenge'],
    );
    using host = await Host.connect(Number(said.port), { token: String(said.token) });
    const hello = await host.until('hello');
    assert.deepEqual([hello.process, hello.pid, hello.os], ['com.example.linked', app.pid, 'ios-simulator']);
    const call = await host.until('blockingCall');
    assert.equal(host.all('string').find(({ id }) => id === call.function)?.text, 'usleep');
    // The app asks for 30 ms.
    assert.ok(call.atUs - call.beginUs >= 30_000, `${call.atUs - call.beginUs}`);
    const main = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
    await host.until('sample', ({ thread, state, node }) => thread === main.thread && state === 0 && node !== 0);
  });
}
