import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type DemoApp, startDemoApp } from '../../../demo-app/start-demo-app.ts';
import { plainPersonality } from '../personality/phone-facts.ts';
import { DEMO_PACKAGE } from '../system/package-table.ts';
import { PhoneSystem } from '../system/phone-system.ts';
import { until } from '../until.ts';
import { serveJavaTools } from './java-tools.ts';
import { ADBD_PORT, type Answer, type Numbered, type Order, places } from './orders.ts';
import { LIBRARY_PATH, makePhoneRoot } from './phone-root.ts';

// Runs alone in its namespaces of processes, mounts and network (real-phone.ts): its end is the end of all that it started.
// node phone-process.ts FOLDER TOOLS SCHEDULE RUNTIME

const [folder = '', tools = '', schedule = 'none', runtime = 'jvm'] = process.argv.slice(2);
const ANDROID = '14';
const root = join(folder, places.root);
/** Groups of the shell. Source: AOSP packages/modules/adb/daemon/main.cpp, drop_privileges. */
const SHELL_GROUPS = '1004,1007,1011,1015,1028,3003,3009';
const environment = {
  ADBD_PORT: String(ADBD_PORT),
  ANDROID_DATA: '/data',
  ANDROID_ROOT: '/system',
  EXTERNAL_STORAGE: '/sdcard',
  LD_LIBRARY_PATH: LIBRARY_PATH,
  PATH: '/product/bin:/system/bin',
};

let starts = 0;
let adbd: ChildProcess | undefined;

/** The runtime of the demo app stays this computer's. A phone's app is named by its package, in its own SELinux domain. */
async function launch(agent: string | undefined): Promise<DemoApp> {
  const number = ++starts;
  const app = await startDemoApp({
    android: ANDROID,
    runtime: runtime === 'art' ? 'art' : 'jvm',
    truthFile: join(folder, places.truths, `start-${number}`),
    schedule: schedule === 'all' ? 'all' : 'none',
    ...(agent !== undefined && { agent }),
  });
  const facts = { cmdline: `${DEMO_PACKAGE}\0`, 'attr/current': 'u:r:untrusted_app:s0:c123,c256,c512,c768\0' };
  for (const [name, text] of Object.entries(facts)) {
    const file = join(folder, `${name.replace('/', '-')}-${number}`);
    writeFileSync(file, text);
    execFileSync('mount', ['--bind', file, join(root, 'proc', String(app.pid), name)]);
  }
  return app;
}

function mountSystemFolders(): void {
  const mount = (...argv: readonly string[]): unknown => execFileSync('mount', argv);
  mount('-t', 'proc', 'proc', join(root, 'proc'));
  const dev = join(root, 'dev');
  mount('-t', 'tmpfs', '-o', 'mode=755', 'dev', dev);
  for (const name of ['pts', 'socket']) mkdirSync(join(dev, name));
  for (const name of ['null', 'zero', 'urandom', 'random', 'tty']) {
    writeFileSync(join(dev, name), '');
    mount('--bind', join('/dev', name), join(dev, name));
  }
  mount('-t', 'devpts', '-o', 'newinstance,ptmxmode=666', 'devpts', join(dev, 'pts'));
  execFileSync('ln', ['-s', 'pts/ptmx', join(dev, 'ptmx')]);
}

/** Joins a socket with a path to a port of the phone's loopback. */
async function openPort(port: number): Promise<void> {
  const server = createServer((client) => {
    const phone = connect(port, '127.0.0.1');
    client.pipe(phone).pipe(client);
    for (const end of [client, phone]) {
      end.on('error', () => undefined);
      end.once('close', () => client.destroy());
      end.once('close', () => phone.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(join(folder, places.portSocket(port)), resolve));
}

function listening(port: number): Promise<void> {
  return until(`port ${port} of the phone`, () => {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  });
}

async function startAdbd(): Promise<number | undefined> {
  const change = ['--userspec=2000:2000', `--groups=${SHELL_GROUPS}`, root];
  const child = spawn('/usr/sbin/chroot', [...change, '/system/bin/adbd', '--device_banner=device'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  adbd = child;
  let lastWords = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000);
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`adbd ended: ${lastWords}`)));
  // It may end later.
  ended.catch(() => undefined);
  await Promise.race([listening(ADBD_PORT), ended]);
  return child.pid;
}

async function signalAdbd(signal: NodeJS.Signals): Promise<undefined> {
  const child = adbd;
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) throw new Error('adbd does not run');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  if (signal === 'SIGKILL') await ended;
}

async function startBeside({ command, env, port }: Extract<Order, { kind: 'startBeside' }>): Promise<number | undefined> {
  const [file = '', ...argv] = command;
  const child = spawn(file, argv, { env, stdio: 'ignore' });
  await listening(port);
  await openPort(port);
  return child.pid;
}

async function carryOut(order: Order): Promise<number | undefined> {
  switch (order.kind) {
    case 'launch':
      return (await system.startDemo()).pid;
    case 'startAdbd':
      return startAdbd();
    case 'signalAdbd':
      return signalAdbd(order.signal);
    case 'startBeside':
      return startBeside(order);
  }
}

function answer(id: number, work: Promise<number | undefined>): void {
  const send = (end: Answer): unknown => process.send?.(end);
  work.then(
    (pid) => send({ id, ...(pid !== undefined && { pid }) }),
    (error: unknown) => send({ id, failure: String(error) }),
  );
}

// The test's end, however, ends the phone.
process.once('disconnect', () => process.exit());
mkdirSync(join(folder, places.truths));
mkdirSync(root, { mode: 0o755 });
const system = new PhoneSystem<DemoApp>(plainPersonality(ANDROID), 'x86_64', 'REAL340001', {}, root, launch);
process.on('message', ({ id, order }: Numbered) => answer(id, carryOut(order)));
answer(
  0,
  (async () => {
    execFileSync('ip', ['link', 'set', 'lo', 'up']);
    await makePhoneRoot(root, tools, system.packages.values());
    mountSystemFolders();
    await serveJavaTools(join(root, 'dev/socket/phonecall'), system);
    await openPort(ADBD_PORT);
    return startAdbd();
  })(),
);
