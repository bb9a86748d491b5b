import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { Deferred } from '../../../host/deferred.ts';
import { ms } from '../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { type AgentTalk, FakeDevice, hello } from '../../../tests/host/fake-agent.ts';
import { AgentWorkspace, lags } from '../tests/agent-workspace.ts';
import { fakeProvider } from '../tests/fake-provider.ts';

const yes = { ask: async () => true };
const stack = ['com.example.Shop.open:12', 'com.example.Cart.total:34'];

/** What an agent says of a main thread: idle, one message, idle. */
function oneLag(lengthMs: number): readonly Message[] {
  return scriptedApp([
    { kind: 'idle', us: 200 * ms },
    { kind: 'message', us: lengthMs * ms, stack },
    { kind: 'idle', us: 500 * ms },
  ]).filter(({ type }) => type !== 'process' && type !== 'hello');
}

interface LivePlace {
  readonly place: AgentWorkspace;
  readonly device: FakeDevice;
  readonly talk: Promise<AgentTalk>;
}

async function livePlace(t: TestContext): Promise<LivePlace> {
  const talked = new Deferred<AgentTalk>();
  const device = await FakeDevice.start((talk) => {
    talk.say(hello(SCRIPT_START_US));
    talked.resolve(talk);
  });
  t.after(() => device.close());
  const place = await AgentWorkspace.make(t, [fakeProvider(device)]);
  return { place, device, talk: talked.promise };
}

const start = (place: AgentWorkspace) => place.answer('laglens_start_capture', { device: 'fake', app: 'com.example.test' }, yes);

describe('a live capture', () => {
  test('beside an earlier session of the app names its own file from the begin', async (t) => {
    const { place } = await livePlace(t);
    await place.session('laglens-captures/com.example.test.laglens', lags(1, 200, ...stack));
    const { answer: started } = await start(place);
    assert.equal(started.session, 'laglens-captures/com.example.test-2.laglens');
    const { answer: stopped } = await place.answer('laglens_stop_capture', { capture: started.capture }, yes);
    assert.equal(stopped.session, started.session);
  });

  test('is listed as a device’s app, starts, reports a lag while it lasts and at its end, and stops with a session', async (t) => {
    const { place, talk } = await livePlace(t);
    const { answer: found } = await place.answer('laglens_devices', { device: 'fake' });
    assert.deepEqual(found.devices[0]?.usable, true);
    const { answer: started } = await start(place);
    assert.equal(started.capture, 'capture-1');
    assert.equal(started.session, 'laglens-captures/com.example.test.laglens');

    const messages = oneLag(700);
    const end = messages.findIndex(({ type }) => type === 'messageEnd');
    const waiting = place.answer('laglens_wait', { capture: 'capture-1' });
    const agent = await talk;
    const saidMs = performance.now();
    agent.say(...messages.slice(0, end));
    const { answer: open } = await waiting;
    assert.ok(performance.now() - saidMs < 3_000);
    assert.deepEqual([open.happened, open.lags.length, open.lags[0]?.open], ['lag', 1, true]);
    assert.equal(open.lags[0]?.culprit?.name, 'Cart.total');
    const { answer: stacks } = await place.answer('laglens_threads_at', { session: 'capture-1', lag: open.lags[0]?.lag });
    assert.equal(stacks.threads[0]?.stack[0]?.at, 'Cart.java:34');

    agent.say(...messages.slice(end));
    const { answer: ended } = await place.answer('laglens_wait', { capture: 'capture-1', cursor: open.cursor });
    assert.deepEqual([ended.lags.length, ended.lags[0]?.open, ended.lags[0]?.lag], [1, undefined, open.lags[0]?.lag]);
    // 700 ms by the script.
    assert.equal(ended.lags[0]?.ms, 700);
    const { answer: nothing } = await place.answer('laglens_wait', { capture: 'capture-1', cursor: ended.cursor, timeoutMs: 1 });
    assert.deepEqual([nothing.happened, nothing.lags], ['timeout', []]);

    const { answer: stopped } = await place.answer('laglens_stop_capture', { capture: 'capture-1' }, yes);
    assert.deepEqual([stopped.session, stopped.lagCount], ['laglens-captures/com.example.test.laglens', 1]);
    await access(join(place.folder, 'laglens-captures', 'com.example.test.laglens'));
    for (const session of ['capture-1', stopped.session ?? '']) {
      const { answer } = await place.answer('laglens_list_lags', { session });
      assert.deepEqual([answer.lagCount, answer.live, answer.groups?.[0]?.totalMs], [1, false, 700]);
    }
    const { answer: over } = await place.answer('laglens_wait', { capture: 'capture-1', cursor: ended.cursor });
    assert.equal(over.happened, 'ended');
  });

  test('begins and ends only with the person’s yes; without a way to ask, the answer has the person’s own command', async (t) => {
    const { place } = await livePlace(t);
    const args = { device: 'fake', app: 'com.example.test' };
    const asked: string[] = [];
    const no = {
      ask: (question: string) => {
        asked.push(question);
        return Promise.resolve(false);
      },
    };
    assert.equal((await place.error('laglens_start_capture', args, no)).error, 'The person said no.');
    assert.match(asked[0] ?? '', /^Record "com\.example\.test" on "fake"\? Laglens puts its agent into the app's process/);
    const { next } = await place.error('laglens_start_capture', args);
    assert.match(next, /laglens record --device 'fake' --app 'com\.example\.test' -o recorded\.laglens/);
    await place.error('laglens_wait', { capture: 'capture-1' });
    await start(place);
    await place.error('laglens_stop_capture', { capture: 'capture-1' }, no);
    assert.equal((await place.answer('laglens_wait', { capture: 'capture-1', timeoutMs: 1 })).answer.happened, 'timeout');
  });

  test('a cancelled wait ends at once, and the capture goes on', async (t) => {
    const { place, talk } = await livePlace(t);
    await start(place);
    const cancel = new AbortController();
    const waiting = place.call('laglens_wait', { capture: 'capture-1' }, { signal: cancel.signal });
    cancel.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    (await talk).say(...oneLag(300));
    assert.equal((await place.answer('laglens_wait', { capture: 'capture-1' })).answer.happened, 'lag');
  });

  test('a process that ends is reported by a wait, with what goes on', async (t) => {
    const { place, device, talk } = await livePlace(t);
    await start(place);
    const agent = await talk;
    agent.say(...oneLag(300));
    const { answer: lag } = await place.answer('laglens_wait', { capture: 'capture-1' });
    device.state = 'ended';
    agent.hangUp();
    const { answer } = await place.answer('laglens_wait', { capture: 'capture-1', cursor: lag.cursor, timeoutMs: 300 });
    assert.notEqual(answer.state, 'ended');
    const { answer: listed } = await place.answer('laglens_list_lags', { session: 'capture-1' });
    assert.equal(listed.lagCount, 1);
  });

  test('a thousand waits at once get one lag each, and stay within their budgets', async (t) => {
    const { place, talk } = await livePlace(t);
    await start(place);
    const waits = Array.from({ length: 1_000 }, () => place.answer('laglens_wait', { capture: 'capture-1', tokenBudget: 400 }));
    (await talk).say(...oneLag(300));
    for (const { answer, words } of await Promise.all(waits)) {
      assert.equal(answer.lags.length, 1);
      assert.ok(Buffer.byteLength(JSON.stringify(answer) + words) / 4 <= 400);
    }
  });

  test('of five starts at once three are refused with the next step, as two run', async (t) => {
    const { place } = await livePlace(t);
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => start(place)));
    const reasons = starts.map((each) => (each.status === 'rejected' ? String(each.reason) : 'started'));
    assert.equal(reasons.filter((reason) => reason.includes('2 captures run already')).length, 3, reasons.join('\n'));
    // The device has one app, which one capture takes.
    assert.equal(reasons.filter((reason) => reason === 'started').length, 1, reasons.join('\n'));
  });

  test('a device is asked once at a time, and not for a call that was cancelled meanwhile', async (t) => {
    const { place, device } = await livePlace(t);
    let asked = 0;
    let together = 0;
    let most = 0;
    const apps = device.apps.bind(device);
    device.apps = async () => {
      asked++;
      most = Math.max(most, ++together);
      return apps().finally(() => together--);
    };
    const ending = new AbortController();
    const call = (signal?: AbortSignal) => place.answer('laglens_devices', { device: 'fake' }, signal === undefined ? {} : { signal });
    const calls = [...Array.from({ length: 100 }, () => call()), ...Array.from({ length: 100 }, () => call(ending.signal))];
    ending.abort();
    const ended = await Promise.allSettled(calls);
    assert.deepEqual([asked, most], [100, 1]);
    assert.equal(ended.filter(({ status }) => status === 'rejected').length, 100);
  });

  test('cursors of other captures, unknown handles and too many captures are refused with the next step', async (t) => {
    const { place } = await livePlace(t);
    await start(place);
    assert.match((await place.error('laglens_wait', { capture: 'capture-1', cursor: 7 })).next, /"cursor":0/);
    assert.match((await place.error('laglens_wait', { capture: 'capture-9' })).next, /capture-1/);
    assert.match((await place.error('laglens_wait', { capture: 'capture-1', timeoutMs: 60_001 })).error, /from 0 to 60000/);
    await start(place);
    assert.match(
      (await place.error('laglens_start_capture', { device: 'fake', app: 'com.example.test' }, yes)).next,
      /laglens_stop_capture/,
    );
    const { error } = await place.error('laglens_compare', { before: ['capture-1'], after: ['capture-1'] });
    assert.match(error, /still runs/);
  });

  test('an unknown device is refused with the known ones', async (t) => {
    const { place } = await livePlace(t);
    const { error } = await place.error('laglens_start_capture', { device: 'other', app: 'a' }, yes);
    assert.match(error, /There is no device "other"\. \[device-not-found\]/);
  });
});
