import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../host/free-port.ts';
import { type JavaPhone, startJavaPhone } from '../../host/java-phone.ts';
import { until } from '../../simulated/android/until.ts';
import { buildProgram } from '../programs/build-programs.ts';
import { exists } from '../wine/exists.ts';
import { Wine, windowsPath } from '../wine/wine.ts';
import { WindowsLaglens } from './windows-laglens.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const refusal = await Wine.missing();
const APP = 'com.example.shop';

describe('a phone beside the command line in Windows’ Node', { skip: refusal }, () => {
  let wine: Wine;
  let laglens: WindowsLaglens;
  let phone: JavaPhone;
  let folder: string;
  let environment: Readonly<Record<string, string>>;

  before(async () => {
    wine = await Wine.start();
    laglens = await WindowsLaglens.install(wine, root);
    phone = await startJavaPhone({ android: '14' });
    await phone.phone.launchApp();
    environment = { ADB_SERVER_SOCKET: phone.phone.server.socket };
    folder = join(wine.driveC, 'Aufnahmen für Jörg');
    await mkdir(folder);
  });
  after(async () => {
    await wine?.end();
    await phone?.stop();
  });

  function record(name: string, ...more: readonly string[]) {
    const args = ['record', '--device', phone.phone.serial, '--app', APP, '-o', name, ...more];
    return laglens.start(args, folder, environment);
  }

  async function namesOf(recording: string): Promise<readonly string[]> {
    return (await readdir(folder)).filter((name) => name.startsWith(recording)).sort();
  }

  it('is recorded, and its app’s frames are reported', async () => {
    const { code, stdout, stderr } = await (await record('shop.laglens', '--seconds', '3')).ended;
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trim(), 'C:\\Aufnahmen für Jörg\\shop.laglens');
    assert.deepEqual(await readdir(folder), ['shop.laglens']);
    const report = await laglens.run(['report', 'shop.laglens', '--tree'], folder);
    assert.match(report.stdout, /Program\.\w+|Busy\.work/, report.stderr);
  });

  it('leaves a journal when the recorder is killed: it can be read, and the next recording completes it', async () => {
    const { child, ended } = await record('killed.laglens');
    await until('the journal', async () => (await namesOf('killed.laglens')).length === 1);
    const [journal = ''] = await namesOf('killed.laglens');
    await until('its first data', async () => (await readFile(join(folder, journal))).length > 1_000);
    child.kill('SIGKILL');
    assert.equal((await ended).code, undefined);
    const read = await laglens.run(['report', journal], folder);
    assert.match(read.stdout, /its recording or copy was interrupted/, read.stderr);

    // Wine gives the next program the same number, after which a journal is watched for two minutes first.
    await rename(join(folder, journal), join(folder, journal.replace(/-\d+-(\d+)\.journal$/, '-999996-$1.journal')));
    const next = await (await record('killed.laglens', '--seconds', '1')).ended;
    assert.equal(next.code, 0, next.stderr);
    assert.match(next.stderr, /cut off.*killed-2\.laglens/);
    assert.deepEqual(await namesOf('killed'), ['killed-2.laglens', 'killed.laglens']);
    assert.doesNotMatch((await laglens.run(['report', 'killed-2.laglens'], folder)).stdout, /interrupted/);
  });

  it('is recorded for the time of a scenario of cmd.exe', async () => {
    const { code, stderr } = await (await record('scenario.laglens', '--scenario', 'echo %CD%> "in here.txt" & exit 3')).ended;
    assert.equal(code, 3, stderr);
    assert.match(await readFile(join(folder, 'in here.txt'), 'latin1'), /^C:\\Aufnahmen/);
  });

  it('is recorded for no longer than --seconds, though the scenario goes on', async () => {
    const scenario = `"${windowsPath(wine.node)}" -e "setTimeout(() => {}, 600000)"`;
    const { code, stderr } = await (await record('cut.laglens', '--scenario', scenario, '--seconds', '1')).ended;
    assert.notEqual(code, 0);
    assert.match(stderr, /The scenario was ended after 1 s\./);
  });

  it('is found by adb.exe of PATH, which starts the server', async () => {
    const bin = join(wine.driveC, 'Android SDK', 'platform-tools');
    await mkdir(bin, { recursive: true });
    await buildProgram('adb', join(bin, 'adb.exe'));
    const port = await freePort();
    const asked = laglens.run(['devices'], folder, {
      ANDROID_ADB_SERVER_PORT: String(port),
      // Wine puts it before Windows' own folders.
      WINEPATH: 'C:\\Android SDK\\platform-tools',
    });
    await until('the call of adb.exe', () => exists(join(bin, 'adb.asked')));
    const server = await passTo(port, phone.phone.server.port);
    try {
      await writeFile(join(bin, 'adb.done'), '');
      const { code, stdout, stderr } = await asked;
      assert.equal(code, 0, stderr);
      assert.match(stdout, new RegExp(`^${phone.phone.serial} `, 'm'));
      const call = await readFile(join(bin, 'adb.asked'), 'utf16le');
      assert.match(call, new RegExp(`^"?C:\\\\Android SDK\\\\platform-tools\\\\adb\\.exe"? -P ${port} start-server$`));
    } finally {
      server.close();
    }
  });
});

/** A server at the port, each of whose connections is one to another port here. */
async function passTo(port: number, other: number): Promise<Server> {
  const server = createServer((socket) => {
    const further = connect(other, '127.0.0.1');
    for (const [from, to] of [
      [socket, further],
      [further, socket],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
