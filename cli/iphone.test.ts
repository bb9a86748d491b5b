import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bundleId } from '../tests/demo-app/iphone/build-iphone-shop.ts';
import { type CommandOutput, runCommand } from '../tests/host/run-command.ts';
import { type ShopOnIphone, startShopOnIphone } from '../tests/host/shop-on-iphone.ts';
import { OtherAdbServer } from '../tests/simulated/android/other-adb-server.ts';

describe('the command line, beside an iPhone', () => {
  let shop: ShopOnIphone;
  let adb: OtherAdbServer;

  before(async () => {
    adb = await OtherAdbServer.start(41);
    shop = await startShopOnIphone({ ios: '17.5.1', name: 'Ada’s iPhone' }, () => undefined);
  });
  after(async () => {
    await shop[Symbol.asyncDispose]();
    await adb.stop();
  });

  async function run(...args: readonly string[]): Promise<CommandOutput> {
    const environment = { ...shop.environment, ADB_SERVER_SOCKET: `tcp:${adb.port}` };
    return runCommand(args, { environment, folder: shop.workspace, signal: AbortSignal.timeout(600_000) });
  }

  function installedFolder(): string {
    return shop.iphone.files.hostPath(shop.iphone.apps.app(bundleId)?.folder ?? '');
  }

  it('lists it with the apps of the workspace', async () => {
    const { code, out } = await run('devices', '--apps', '--json');
    assert.equal(code, 0);
    const rows: readonly { id: string; kind: string; name: string; canLaunch: boolean; apps?: readonly { id: string; group: string }[] }[] =
      JSON.parse(out);
    const iphone = rows.find(({ kind }) => kind === 'ios');
    assert.deepEqual([iphone?.id, iphone?.name, iphone?.canLaunch], [shop.iphone.udid, 'Ada’s iPhone', true]);
    assert.deepEqual(
      iphone?.apps?.map(({ id, group }) => [id, group]),
      [[bundleId, 'workspace']],
    );
  });

  it('does not replace an app that nobody agreed to, and says how to agree', async () => {
    const { code, said } = await run('record', '--device', shop.iphone.udid, '--app', bundleId, '--seconds', '1');
    assert.equal(code, 1);
    assert.match(said, /--replace.*\[route-none\]/);
  });

  it('says that the phone is locked before anything is installed on it', async () => {
    shop.iphone.locked = true;
    const { code, said } = await run('record', '--device', shop.iphone.udid, '--app', bundleId, '--launch', '--replace', '--seconds', '1');
    shop.iphone.locked = false;
    assert.equal(code, 1);
    assert.match(
      said,
      /Ada’s iPhone is locked, so it starts no app\. Nothing was installed\.\nUnlock it, and try again\. \[device-locked\]/,
    );
    assert.doesNotMatch(said, /Signing|Installing|Restoring/);
  });

  it('diagnoses the whole way by a signed copy, and leaves the original behind', async () => {
    const { code, out } = await run('diagnose', '--device', shop.iphone.udid, '--app', bundleId, '--launch', '--replace');
    assert.equal(code, 0, out);
    assert.match(out, /^ok +Agent copied into the app: In a signed copy of the app; the original is installed again\.$/m);
    assert.match(out, /^ok +First sample: after \d+ ms/m);
    assert.match(out, /^- +Sources: .*come from the dSYM of your build/m);
    await assert.rejects(access(join(installedFolder(), 'Frameworks', 'liblaglens.dylib')), { code: 'ENOENT' });
  });

  it('records it in a signed copy, restores the original, and reports', async () => {
    const target = ['--device', shop.iphone.udid, '--app', bundleId, '--launch', '--replace', '--restore'];
    const { code, out, said } = await run('record', ...target, '--seconds', '1', '-o', 'shop.laglens');
    assert.equal(code, 0, said);
    assert.equal(out, `${join(shop.workspace, 'shop.laglens')}\n`);
    assert.match(said, /By a signed copy of the app/);
    assert.match(said, /The original is installed again\./);
    await assert.rejects(access(join(installedFolder(), 'Frameworks', 'liblaglens.dylib')), { code: 'ENOENT' });
    const report = await run('report', 'shop.laglens', '--json');
    assert.equal(report.code, 0, report.said);
    assert.match(report.out, /com\.example\.shop/);
    // The launch waits in fonts.c of the demo app, named by the dSYM beside the build.
    assert.match(report.out, /"load_fonts"/);
    const { runs }: { runs: readonly { intervalMs: number }[] } = JSON.parse(report.out);
    assert.equal(runs[0]?.intervalMs, 5);
  });
});
