import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaglensError } from '../../../../../core/errors.ts';
import { startIphone } from '../../../../../tests/simulated/iphone/start-iphone.ts';
import { FakeXcode } from '../../../../../tests/simulated/xcode/fake-xcode.ts';
import { Xcrun } from '../xcrun/xcrun.ts';
import { Devicectl } from './devicectl.ts';
import { Json } from './devicectl-json.ts';
import { causesOf, translated } from './reasons.ts';

const CORE = 'com.apple.dt.CoreDeviceError';

interface NsError {
  readonly domain: string;
  readonly code: number;
  readonly description?: string;
  readonly reason?: string;
  readonly because?: NsError;
}

/** As devicectl writes an NSError. */
function inJson({ domain, code, description, reason, because }: NsError): object {
  return {
    domain,
    code,
    userInfo: {
      ...(description === undefined ? {} : { NSLocalizedDescription: { string: description } }),
      ...(reason === undefined ? {} : { NSLocalizedFailureReason: { string: reason } }),
      ...(because === undefined ? {} : { NSUnderlyingError: { error: inJson(because) } }),
    },
  };
}

function codeOf(error: NsError, names: readonly string[] = []): string {
  const output = `xcrun devicectl device process launch ${names.join(' ')}`;
  const failed = new LaglensError({ code: 'xcode-failed', message: 'Starting did not work: devicectl …', next: '', output });
  return translated(failed, causesOf(new Json(inJson(error))), 'Installing', names).code;
}

const launchFailed = { domain: CORE, code: 10002, description: 'The application failed to launch.' };

test('names of apps and other words that hold “ddi” or “locked” are no reason', () => {
  const reddit = 'com.reddit.Reddit';
  for (const error of [
    { ...launchFailed, reason: `The requested application ${reddit} is not installed.` },
    { ...launchFailed, reason: 'See the underlying error for additional information.' },
    { ...launchFailed, reason: 'This app was blocked by device policy.' },
    { ...launchFailed, reason: 'The device was unlocked while the request was made.' },
    {
      ...launchFailed,
      because: { domain: 'FBSOpenApplicationServiceErrorDomain', code: 1, description: `The request to open "${reddit}" failed.` },
    },
  ]) {
    assert.equal(codeOf(error, [reddit]), 'xcode-failed', JSON.stringify(error));
  }
});

test('an app whose name is a reason’s sentence does not become that reason', () => {
  for (const name of ['The device is locked', 'DDI services', 'Developer Mode is disabled', 'not enough space']) {
    const said = [`Unable to Install “${name}”`, `The request to open "${name}" failed.`, `The item at ${name} is not a valid bundle.`];
    for (const description of said) assert.equal(codeOf({ domain: CORE, code: 3002, description }, [name]), 'xcode-failed', description);
  }
});

for (const [what, code, error] of [
  ['SpringBoard’s refusal of a locked phone, by its code alone', 'device-locked', { domain: 'FBSOpenApplicationErrorDomain', code: 7 }],
  [
    'the same in words',
    'device-locked',
    {
      ...{ domain: 'FBSOpenApplicationServiceErrorDomain', code: 1, description: 'The request to open "com.example.shop" failed.' },
      reason:
        'The request was denied by service delegate (SBMainWorkspace) for reason: Locked ("Unable to launch com.example.shop because …").',
    },
  ],
  ['a locked phone, as MobileDevice has it', 'device-locked', { domain: 'com.apple.dt.MobileDeviceErrorDomain', code: -402_652_958 }],
  ['SpringBoard’s refusal of a signature', 'agent-signature', { domain: 'FBSOpenApplicationErrorDomain', code: 3 }],
  [
    'installd’s refusal of a profile',
    'agent-signature',
    {
      domain: 'MIInstallerErrorDomain',
      code: 13,
      description: 'Failed to verify code signature: 0xe8008015 (A valid provisioning profile …)',
    },
  ],
  ['a developer image that cannot be mounted', 'image-missing', { domain: CORE, code: 12_040 }],
  [
    'Developer Mode, which is why the image cannot be mounted',
    'device-developer-mode',
    {
      domain: CORE,
      code: 12_040,
      because: { domain: CORE, code: 1, description: 'The operation failed because Developer Mode is disabled.' },
    },
  ],
  ['a device that is not known', 'device-lost', { domain: CORE, code: 1000 }],
  ['a device that ends the connection', 'device-lost', { domain: CORE, code: 4000 }],
  ['a full device', 'device-full', { domain: 'MIInstallerErrorDomain', code: 58, description: 'There is not enough disk space.' }],
  ['a code of another domain', 'xcode-failed', { domain: 'NSCocoaErrorDomain', code: 12_040 }],
] as const) {
  test(`${what}: ${code}`, () => {
    assert.equal(codeOf({ ...launchFailed, because: error }, ['com.example.shop']), code);
    assert.equal(codeOf(error), code);
  });
}

test('opening quotes without an end do not take long', () => {
  const known = { domain: 'FBSOpenApplicationErrorDomain', code: 7, description: '“'.repeat(1 << 19) };
  assert.equal(codeOf({ ...launchFailed, because: known }), 'device-locked');
});

test('chains of errors end, however long they are', () => {
  let error: NsError = { domain: 'FBSOpenApplicationErrorDomain', code: 7 };
  for (let i = 0; i < 1_000; i++) error = { domain: 'a', code: i, because: error };
  assert.equal(causesOf(new Json(inJson(error))).length, 16);
});

test('devicectl’s refusal to start an app called Reddit that is not installed says just that', async (t) => {
  const { iphone, stop } = await startIphone({ ios: '17.6.1' });
  t.after(stop);
  const xcode = await FakeXcode.start({ simulators: [], iphones: [iphone] });
  t.after(() => xcode.stop());
  const devicectl = new Devicectl(new Xcrun({ xcrunPath: '', environment: xcode.environment }));
  const error = await devicectl.launch(iphone.udid, 'com.reddit.Reddit', {}, AbortSignal.timeout(60_000)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError);
  assert.equal(error.code, 'xcode-failed', error.message);
  assert.match(error.message, /: The application failed to launch\. The requested application com\.reddit\.Reddit is not installed\.$/);
});
