import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { LaglensError } from '../../../../../core/errors.ts';
import { FakeXcode } from '../../../../../tests/simulated/xcode/fake-xcode.ts';
import type { Faults } from '../../../../../tests/simulated/xcode/xcode.ts';
import { commandLine, Xcrun } from './xcrun.ts';

const { signal } = new AbortController();
const call = { purpose: 'Listing the simulators', signal };

let xcode: FakeXcode;
let xcrun: Xcrun;
before(async () => {
  xcode = await FakeXcode.start();
  xcrun = new Xcrun({ xcrunPath: '', environment: xcode.environment });
});
after(() => xcode.stop());
afterEach(() => xcode.setFaults());

test('a tool of the selected Xcode is started, and what it prints comes back', async () => {
  assert.equal(await xcrun.text('xcodebuild', ['-version'], call), 'Xcode 16.4\nBuild version 16F6\n');
  const named = new Xcrun({ xcrunPath: xcode.xcrun, environment: { ...xcode.environment, PATH: '/usr/bin:/bin' } });
  assert.equal(await named.text('xcode-select', ['-p'], call), '/Applications/Xcode.app/Contents/Developer\n');
});

test('arguments reach the tool as they are, with spaces, quotes and dollars in them', async () => {
  const strange = [`it's "a" $HOME`, '', '--x=*; true'];
  await xcrun.answer('simctl', ['nothing', ...strange], call);
  const calls = await xcode.calls();
  assert.deepEqual(calls.find(({ args }) => args[0] === 'nothing')?.args, ['nothing', ...strange]);
});

test('a tool that fails is named with what it said and with the call, for the log', async () => {
  const error = await failure({}, () => xcrun.text('simctl', ['listapps', 'no such'], call));
  assert.equal(error.code, 'xcode-failed');
  assert.match(error.message, /^Listing the simulators did not work: simctl ended with code 148\. Invalid device: no such$/);
  assert.match(error.output ?? '', /^xcrun simctl listapps 'no such'\n/);
});

for (const [name, faults, code, next] of [
  ['no Xcode at the selected place', { xcode: 'missing' }, 'xcode-missing', /Install Xcode/],
  ['only the Command Line Tools', { xcode: 'commandLineTools' }, 'xcode-missing', /xcode-select -s/],
  ['a licence that nobody accepted', { xcode: 'license' }, 'xcode-license', /xcodebuild -license/],
] as const) {
  test(`${name} is said with the way out`, async () => {
    const error = await failure(faults, () => xcrun.answer('simctl', ['list'], call));
    assert.equal(error.code, code);
    assert.match(error.message, /^Listing the simulators did not work: /);
    assert.match(error.next, next);
  });
}

test('a Mac without xcrun is said, and a wrong path of it, too', async () => {
  const nowhere = new Xcrun({ xcrunPath: '', environment: { PATH: '/nowhere' } });
  assert.match((await failure({}, () => nowhere.text('simctl', [], call))).next, /Install Xcode/);
  const wrong = await failure({}, () => new Xcrun({ xcrunPath: '/nowhere/xcrun' }).text('simctl', [], call));
  assert.deepEqual([wrong.code, wrong.action], ['xcode-missing', 'setXcrunPath']);
  assert.match(wrong.message, /no program \/nowhere\/xcrun/);
});

test('a tool that hangs is ended after its time, and the error says so', async () => {
  const error = await failure({ hang: ['simctl list'] }, () => xcrun.text('simctl', ['list'], { ...call, timeoutMs: 700 }));
  assert.equal(error.code, 'xcode-silent');
  assert.match(error.message, /did not end within 0\.7 s/);
});

test('a call that is cancelled ends with what cancelled it', async () => {
  await xcode.setFaults({ hang: ['simctl list'] });
  const canceller = new AbortController();
  const listing = xcrun.text('simctl', ['list'], { ...call, signal: canceller.signal });
  canceller.abort();
  await assert.rejects(listing, { name: 'AbortError' });
  await assert.rejects(xcrun.text('simctl', ['list'], { ...call, signal: canceller.signal }), { name: 'AbortError' });
});

test('a second Xcode’s notice on the error output changes nothing', async () => {
  await xcode.setFaults({ otherXcode: true });
  const { code, stdout, stderr } = await xcrun.answer('simctl', ['list', '-j'], call);
  assert.equal(code, 0);
  assert.match(stderr, /version change/);
  assert.ok(JSON.parse(stdout));
});

test('a call is written as a person would type it', () => {
  assert.equal(commandLine('simctl', ['launch', 'A-1', "it's", '']), `xcrun simctl launch A-1 'it'\\''s' ''`);
});

async function failure(faults: Faults, called: () => Promise<unknown>): Promise<LaglensError> {
  await xcode.setFaults(faults);
  const error = await called().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  return error;
}
