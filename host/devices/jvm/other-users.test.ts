import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type HostileProgram, hostile, startHostile } from '../../../tests/host/hostile-user.ts';
import { AgentFiles } from '../agent-files.ts';
import { deployFiles } from './deployment.ts';
import { loadAgent } from './hotspot-attach.ts';
import { type ProcessFacts, processFacts } from './proc.ts';

const agents = new AgentFiles(fileURLToPath(new URL('../../../device-agents/prebuilt', import.meta.url)));
const ours = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** Puts links where files are about to be created, in every folder of ours that appears. */
const linksInFolders = `
  const { readdirSync, symlinkSync } = require('node:fs');
  console.log('ready');
  for (;;) for (const name of readdirSync('/tmp')) {
    if (!name.startsWith('laglens-')) continue;
    for (const file of ['liblaglens.so', 'laglens-hook.jar']) try { symlinkSync(argument, '/tmp/' + name + '/' + file); } catch {}
  }`;
/** Puts a file and a link in turns where the request to attach is about to be created. */
const linksAtTrigger = `
  const { symlinkSync, unlinkSync, writeFileSync } = require('node:fs');
  const [path, victim] = argument.split(' ');
  console.log('ready');
  for (;;) for (const put of [() => writeFileSync(path, '', { flag: 'wx' }), () => symlinkSync(victim, path)]) {
    try { put(); } catch {}
    try { unlinkSync(path); } catch {}
  }`;
/** As HotSpot, catches SIGQUIT; it never listens. */
const catchesQuit = `process.on('SIGQUIT', () => console.log('asked')); setInterval(() => {}, 1000); console.log('ready');`;

describe('a program of another user', () => {
  let folder: string;
  let victim: string;
  let running: HostileProgram[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-victim-'));
    victim = join(folder, 'victim.txt');
    await writeFile(victim, 'mine', { mode: 0o600 });
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((each) => each.stop()));
    await rm(folder, { recursive: true });
  });

  const start = async (source: string, argument: string): Promise<HostileProgram> => {
    const program = await startHostile(source, argument);
    running.push(program);
    return program;
  };
  const target = async (source = catchesQuit): Promise<ProcessFacts> => {
    const facts = await processFacts((await start(source, '')).pid);
    assert.ok(facts);
    return facts;
  };
  const assertUntouched = async (): Promise<void> => {
    const { uid, gid, mode } = await lstat(victim);
    assert.deepEqual({ uid, gid, mode: mode & 0o777, text: await readFile(victim, 'utf8') }, { ...ours, mode: 0o600, text: 'mine' });
  };

  it('gets an empty folder for the socket, after all files are in place, and none of the files', async () => {
    // Nobody runs as this user, so that the step is taken for every user that tests run as.
    const facts = { ...(await target()), uid: 4_000_000 };
    const seen: unknown[] = [];
    const deployment = await deployFiles(facts, agents, async (sockets, uid) => {
      const made = (await ownFolders()).find((each) => each.names.includes(`socket-${facts.ownPid}`));
      seen.push({ uid, names: made?.names, sockets: await sockets.names(), mode: made?.mode });
    });
    const names = ['laglens-hook.jar', 'liblaglens.so', `socket-${facts.ownPid}`];
    assert.deepEqual(seen, [{ uid: 4_000_000, names, sockets: [], mode: 0o700 }]);
    for (const path of [deployment.library, deployment.hook]) {
      const { uid, mode } = await lstat(path);
      assert.deepEqual([uid, mode & 0o777], [ours.uid, 0o555]);
    }
    await deployment.remove();
    await assert.rejects(lstat(deployment.library), { code: 'ENOENT' });
  });

  it('that puts links where the agent is copied to gets no other file', async () => {
    const facts = await target();
    await start(linksInFolders, victim);
    for (let round = 0; round < 20; round++) {
      const deployment = await deployFiles(facts, agents).catch(() => undefined);
      await deployment?.remove();
    }
    await assertUntouched();
  });

  it('that puts links where the request to attach is created gets no other file', async () => {
    const facts = await target();
    await start(linksAtTrigger, `/tmp/.attach_pid${facts.ownPid} ${victim}`);
    for (let round = 0; round < 40; round++) {
      const enough = AbortSignal.timeout(20);
      await assert.rejects(loadAgent(facts, '/nowhere/liblaglens.so', '', enough));
    }
    await assertUntouched();
  });

  it('in a container whose temporary folder is a link is refused, and nothing is copied to where the link leads', async () => {
    const [root, elsewhere] = [join(folder, 'root'), join(folder, 'elsewhere')];
    await Promise.all([root, elsewhere].map((each) => mkdir(each)));
    await symlink(elsewhere, join(root, 'tmp'));
    const deploying = deployFiles({ ...(await target()), root }, agents);
    await assert.rejects(deploying, { code: 'push-failed', message: /is not a folder of the program's container but a link/ });
    assert.deepEqual(await readdir(elsewhere), []);
  });

  it('is asked to attach by a file that belongs to it, in place of a link that stood there', async () => {
    const program = await start(catchesQuit, '');
    const facts = await processFacts(program.pid);
    assert.ok(facts);
    const trigger = `/tmp/.attach_pid${facts.ownPid}`;
    await symlink(victim, trigger);
    const enough = new AbortController();
    const loading = loadAgent(facts, '/nowhere/liblaglens.so', '', enough.signal);
    assert.equal((await program.lines.next()).value, 'asked');
    const { uid, size } = await lstat(trigger);
    assert.deepEqual({ uid, size, isFile: (await lstat(trigger)).isFile() }, { uid: hostile.uid, size: 0, isFile: true });
    enough.abort();
    await assert.rejects(loading);
    await assert.rejects(lstat(trigger), { code: 'ENOENT' });
    await assertUntouched();
  });

  it('finds folders that captures left only emptied of known names, and never followed or opened when others could have filled them', async () => {
    const gone = 'socket-4194303';
    const make = async (name: string, mode: number): Promise<string> => {
      const path = `/tmp/laglens-${name}`;
      await mkdir(join(path, gone), { recursive: true });
      await writeFile(join(path, gone, 'laglens-4194303-ab.sock'), '');
      await writeFile(join(path, 'liblaglens.so'), '');
      await chmod(path, mode);
      return path;
    };
    const random = (): string => Math.random().toString(36).slice(2, 8).padEnd(6, 'x');
    const [ended, open, fuller, link] = [await make(random(), 0o700), await make(random(), 0o777), await make(random(), 0o700), random()];
    await writeFile(join(fuller, 'important.txt'), 'mine');
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(join(elsewhere, gone), { recursive: true });
    await writeFile(join(elsewhere, 'liblaglens.so'), 'mine');
    await symlink(elsewhere, `/tmp/laglens-${link}`);
    try {
      const deployment = await deployFiles(await target(), agents);
      await deployment.remove();
      await assert.rejects(lstat(ended), { code: 'ENOENT' });
      assert.deepEqual((await readdir(open)).sort(), ['liblaglens.so', gone]);
      assert.deepEqual(await readdir(fuller), ['important.txt']);
      assert.deepEqual((await readdir(elsewhere)).sort(), ['liblaglens.so', gone]);
    } finally {
      for (const path of [ended, open, fuller, `/tmp/laglens-${link}`]) await rm(path, { recursive: true, force: true });
    }
  });
});

async function ownFolders(): Promise<readonly { readonly names: readonly string[]; readonly mode: number }[]> {
  const found = (await readdir('/tmp')).filter((name) => /^laglens-[A-Za-z0-9]{6}$/.test(name)).map((name) => join('/tmp', basename(name)));
  return await Promise.all(
    found.map(async (path) => ({
      names: (await readdir(path).catch(() => [])).sort(),
      mode: (await lstat(path).catch(() => undefined))?.mode ?? 0,
    })),
  ).then((all) => all.map(({ names, mode }) => ({ names, mode: mode & 0o777 })));
}
