import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bundleId } from '../../../../tests/demo-app/iphone/build-iphone-shop.ts';
import { type ShopOnIphone, startShopOnIphone } from '../../../../tests/host/shop-on-iphone.ts';
import { OtherAdbServer } from '../../../../tests/simulated/android/other-adb-server.ts';
import { answered, type Verified, verify } from './verified.ts';

describe('laglens verify beside a simulated iPhone', () => {
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

  async function run(environment: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Verified> {
    return verify({ ...environment, ADB_SERVER_SOCKET: `tcp:${adb.port}` }, ['--device', shop.iphone.udid, ...args], shop.workspace);
  }

  it('captures a signed copy with stand-ins for Xcode, and leaves steps for a person', async () => {
    const done = await run(shop.environment, '--app', bundleId, '--replace', '--seconds', '4');
    assert.deepEqual(answered(done.report, 'false'), []);
    const right = answered(done.report, 'true');
    for (const id of ['ios.usbmux.answers', 'ios.device.apps', 'ios.agent.answers', 'ios.stacks.main', 'ios.run-loop.turns'])
      assert.ok(right.includes(id), `${id}\n${done.said}${done.out}`);
    assert.ok(answered(done.report, 'untried').includes('ios.cable.pulled: needs-person'));
    for (const text of [done.json, done.markdown]) assert.doesNotMatch(text, new RegExp(`Ada|${shop.iphone.udid}|${bundleId}|TEAM`));
  });

  it('says where a Mac is needed', async () => {
    const { report } = await run({ ...shop.environment, PATH: '' });
    assert.ok(answered(report, 'untried').includes('ios.mac.xcode: needs-mac'));
    assert.ok(answered(report, 'untried').includes('ios.agent.answers: no-app'));
  });
});
