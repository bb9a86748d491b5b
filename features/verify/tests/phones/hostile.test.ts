import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type JavaPhone, startJavaPhone } from '../../../../tests/host/java-phone.ts';
import type { Personality } from '../../../../tests/simulated/android/personality/personality.ts';
import { answered, type Verified, verify } from './verified.ts';

/** Of a person: an account, a number, an app, a path, a serial, words beyond ASCII, and Markdown, HTML and control sequences around them. */
const secrets = [
  'ada.lovelace',
  'example.org',
  '4915112345',
  'secretbank',
  'holiday.jpg',
  'R58M90SERIAL',
  'Geheimnis',
  '秘密',
  'Lovelace',
  '<script>',
];
const said = `[x](https://ada.lovelace@example.org) +4915112345 com.secretbank.app /sdcard/DCIM/holiday.jpg R58M90SERIAL Geheimnis 秘密 Lovelace <script>`;
const hostile = `${said}\n \u001b[2J| ${said}\n::error::${said}\n`;

const shells = ['am', 'pm', 'dumpsys', 'settings', 'logcat', 'ps', 'date', 'id', 'run-as', 'find', 'getprop'];

/** @param programs whose every answer, and every error, has the secrets */
function phoneOf(programs: readonly string[], properties: Readonly<Record<string, string>> = {}): Personality {
  const answers = programs.map((program) => ({ program, stdout: hostile, stderr: hostile, code: 0 }));
  return { id: 'hostile', android: '14', properties, answers };
}

const cases: readonly (readonly [string, Personality])[] = [
  ['a phone whose tools answer anything', phoneOf(shells.filter((each) => each !== 'getprop'))],
  [
    'a phone whose properties are a person’s',
    phoneOf(['settings', 'logcat'], {
      'ro.product.manufacturer': 'Lovelace R58M90SERIAL ada.lovelace@example.org',
      'ro.product.model': '<script>秘密',
      'ro.build.version.security_patch': said,
      'ro.build.characteristics': said,
      'init.svc.traced': said,
      'ro.serialno': 'Lovelace',
    }),
  ],
];

for (const [name, personality] of cases) {
  describe(`laglens verify on ${name}`, () => {
    let device: JavaPhone;
    let done: Verified;

    before(async () => {
      device = await startJavaPhone({ android: '14', personality });
      await device.phone.launchApp();
      const args = ['--device', device.phone.serial, '--app', 'com.example.shop', '--seconds', '3'];
      done = await verify({ ADB_SERVER_SOCKET: device.phone.server.socket }, args);
    });
    after(() => device.stop());

    it('writes a report without any of the person’s words, numbers and paths', () => {
      for (const text of [done.json, done.markdown, done.out])
        assert.deepEqual(
          [...secrets, device.phone.serial].filter((secret) => text.toLowerCase().includes(secret.toLowerCase())),
          [],
        );
    });

    it('gives 1, as facts are false there', () => {
      assert.equal(done.code, answered(done.report, 'false').length > 0 ? 1 : 0);
      if (personality.answers?.length !== 2) assert.equal(done.code, 1);
    });

    it('still has an answer for each fact, none of which is a mistake of the probe', () => {
      assert.ok(done.report.facts.length > 100);
      assert.deepEqual(
        answered(done.report, 'untried').filter((each) => each.endsWith(': failed')),
        [],
      );
    });
  });
}

describe('laglens verify on a phone that installs no sample app', () => {
  let device: JavaPhone;
  before(async () => {
    const stdout = 'Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n';
    const answers = ['install', 'install-commit', 'install-create'].map((word) => ({ program: 'pm', words: [word], stdout, code: 1 }));
    device = await startJavaPhone({ android: '14', personality: { id: 'restricted', android: '14', answers } });
  });
  after(() => device.stop());

  it('says so, and tries the facts that need none', async () => {
    const done = await verify({ ADB_SERVER_SOCKET: device.phone.server.socket }, ['--device', device.phone.serial]);
    assert.match(done.said, /“Install via USB”/);
    assert.ok(answered(done.report, 'true').includes('android.packages.dump'));
    assert.ok(answered(done.report, 'untried').includes('android.agent.answers: no-app'));
    assert.equal(done.report.capture, undefined);
  });
});

describe('laglens verify on a phone with endless output', () => {
  let device: JavaPhone;
  before(async () => {
    const stdout = 'x'.repeat(6 << 20);
    device = await startJavaPhone({ android: '14', personality: { id: 'endless', android: '14', answers: [{ program: 'ps', stdout }] } });
  });
  after(() => device.stop());

  it('gives up the facts that ask for it, and goes on', async () => {
    const { report } = await verify({ ADB_SERVER_SOCKET: device.phone.server.socket }, [
      '--device',
      device.phone.serial,
      '--app',
      'com.example.absent',
    ]);
    const untried = answered(report, 'untried');
    assert.ok(untried.includes('android.processes.columns: too-long'), untried.join('\n'));
    assert.ok(answered(report, 'true').includes('android.packages.dump'));
    assert.ok(untried.includes('android.agent.answers: no-app'));
  });
});
