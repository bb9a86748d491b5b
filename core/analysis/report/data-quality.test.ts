import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { helloMessage } from '../../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { capabilityIssues, dataQualityIssues, dataQualitySentence, foreignRuntimes } from './data-quality.ts';

const lacking = (os: string, ...missing: readonly (readonly [name: string, why: string])[]): Message<'hello'> =>
  helloMessage(0, {
    os,
    capabilities: [...missing.map(([name, why]) => ({ name, enabled: 0, why })), { name: 'messages', enabled: 1, why: '' }],
  });

const sentences = (hello: Message<'hello'>): readonly string[] => capabilityIssues(hello).map(dataQualitySentence);

test('a missing ability is said by what the reader misses, with each cause once', () => {
  assert.deepEqual(
    sentences(lacking('android', ['gcPauses', 'refused'], ['lockOwners', 'a'], ['contendedMonitor', 'a'], ['lockWaits', ''])),
    [
      'This runtime does not report garbage collections (refused).',
      'Lock owners may be missing: capture from app launch to see them (a).',
      'This runtime does not report lock waits.',
    ],
  );
  assert.deepEqual(sentences(lacking('android', ['lockOwners', 'a'], ['contendedMonitor', 'b'])), [
    'Lock owners may be missing: capture from app launch to see them (a; b).',
  ]);
});

test('missing lock owners are said of a run with a lock whose owner nobody knows', () => {
  const hello = (each: Message): Message =>
    each.type === 'hello' ? { ...each, capabilities: [{ name: 'contendedMonitor', enabled: 0, why: 'attached' }] } : each;
  const texts = (state: number): readonly string[] => {
    const model = new SessionModel();
    const app = scriptedApp([{ kind: 'message', us: 600_000, stack: ['com.example.Cart.count:7'], busy: 0, state }]);
    for (const each of app) model.apply(hello(each));
    return model.runs.flatMap(dataQualityIssues).map(({ text }) => text);
  };
  assert.ok(texts(threadState.monitor).includes('warnLockOwners'));
  assert.ok(!texts(threadState.sleeping).includes('warnLockOwners'));
});

test('an ability of a newer agent is named as it is, whatever it is called', () => {
  assert.deepEqual(sentences(lacking('android', ['constructor', ''], ['cameras', 'no'])), [
    'Not available from this runtime: constructor.',
    'Not available from this runtime: cameras (no).',
  ]);
});

test('a device that saved its battery is said, however it was known', () => {
  const power = { subreason: 0, importance: 0, pssBytes: 0, rssBytes: 0, trace: 0, text: '' };
  const saver = (reason: number): Message => ({ type: 'systemRecord', run: 0, atUs: 1, kind: 3, reason, status: 80, ...power });
  const codes = (fact: Message): readonly string[] => {
    const model = new SessionModel();
    for (const each of [...scriptedApp([]), fact]) model.apply(each);
    return model.runs.flatMap(dataQualityIssues).map(({ code }) => code);
  };
  assert.ok(codes(saver(1)).includes('lowPower'));
  assert.ok(codes({ type: 'lifecycle', atUs: 1, phase: 16 }).includes('lowPower'));
  assert.ok(!codes(saver(0)).includes('lowPower'));
});

test('lines of inlined functions are missed on phones: on a desktop the agent reads them itself', () => {
  assert.equal(sentences(lacking('android', ['inlinedLines', 'x'])).length, 1);
  assert.deepEqual(sentences(lacking('jvm', ['inlinedLines', 'x'])), []);
});

test('losses, other languages, the build and a missing CPU clock limit the truth of a run', () => {
  const model = new SessionModel();
  const facts: readonly Message[] = [
    { type: 'image', id: 1, base: 4096, size: 4096, buildId: new Uint8Array(0), path: '/data/app/shop/lib/arm64/libflutter.so' },
    { type: 'dropped', atUs: 1_001_000_000, messages: 3, samples: 2, why: 'the link is too slow' },
  ];
  for (const message of [...scriptedApp([{ kind: 'idle', us: 100_000 }], { cpu: false }), ...facts]) model.apply(message);
  const [run] = model.runs;
  assert.ok(run);
  assert.deepEqual(
    dataQualityIssues(run).map((limit) => `${limit.code}: ${dataQualitySentence(limit)}`),
    [
      'dropped: 2 samples and 3 messages lost (the link is too slow).',
      'foreign: Dart frames are not visible: Flutter does not use the Java stack.',
      'debuggable: Debuggable build: slower than release.',
      'cpuUnknown: CPU time of the main thread is unknown.',
    ],
  );
});

test('an agent that was loaded before there was a main looper is not said to miss messages once it reports them', () => {
  const looper = { name: 'messages', enabled: 0, why: 'the app has no main looper yet' };
  const limitsOf = (kind: 'idle' | 'message'): readonly string[] => {
    const model = new SessionModel();
    for (const message of scriptedApp([{ kind, us: 100_000 }])) {
      model.apply(message.type === 'hello' ? { ...message, capabilities: [looper] } : message);
    }
    return model.runs.flatMap((run) => dataQualityIssues(run)).map(({ text }) => text);
  };
  assert.deepEqual(limitsOf('idle'), ['warnDebuggable', 'warnMessages']);
  assert.deepEqual(limitsOf('message'), ['warnDebuggable']);
});

test('stacks that are as deep as the agent reads are counted as cut, one that is a frame shorter is not', () => {
  const model = new SessionModel();
  const stack = ['a.A.one:1', 'a.A.two:2', 'a.A.three:3'];
  // The looper is around each stack, so that there are more than three.
  for (const message of scriptedApp([{ kind: 'message', us: 20_000, stack }], { depth: 3 })) model.apply(message);
  const [run] = model.runs;
  assert.ok(run !== undefined && run.cutStacks > 0);
  const said = `${run.cutStacks} samples were cut at 3 frames. Raise laglens.stackDepth to see more.`;
  assert.equal(dataQualityIssues(run).map(dataQualitySentence)[0], said);
  const whole = new SessionModel();
  for (const message of scriptedApp([{ kind: 'message', us: 20_000, stack }])) whole.apply(message);
  assert.equal(whole.runs[0]?.cutStacks, 0);
});

test('of a stack of 10,000 frames the outermost 4,096 are kept, and it is said that it was cut', () => {
  const model = new SessionModel();
  const frames = Array.from({ length: 10_000 }, (_, index) => `a.A.deep${index % 7}:${index + 1}`);
  for (const message of scriptedApp([{ kind: 'message', us: 20_000, stack: frames }], { depth: 20_000 })) model.apply(message);
  const [run] = model.runs;
  assert.ok(run !== undefined && run.cutStacks > 0);
  assert.equal(model.ignored, 0);
  assert.equal(Math.max(...model.nodes.depth), 4_096);
  const said = `${run.cutStacks} samples were cut at 4096 frames; the innermost are missing.`;
  assert.equal(dataQualityIssues(run).map(dataQualitySentence)[0], said);
});

test('what found no room in the agent’s tables is said as long as the session lasts', () => {
  const overhead = (atUs: number, full: number): Message => ({
    ...{ type: 'overhead', atUs, cpuUs: 1, rounds: 1, walks: 1, walkUs: 1, skipped: 0, lateRounds: 0, ringBytes: 0 },
    ...{ nodes: 98_303, methods: 5, full },
  });
  const saidOf = (...reports: readonly number[]): readonly string[] => {
    const model = new SessionModel();
    const costs = reports.map((full, index) => overhead(1_001_000_000 + index, full));
    for (const message of [...scriptedApp([{ kind: 'idle', us: 100_000 }]), ...costs]) model.apply(message);
    return model.runs.flatMap((run) => dataQualityIssues(run)).flatMap(({ code, text }) => (code === 'full' ? [text] : []));
  };
  assert.deepEqual(saidOf(0, 0), []);
  assert.deepEqual(saidOf(0, 1, 0), ['warnFullNodes']);
  for (const bit of [2, 8, 16]) assert.deepEqual(saidOf(bit), ['warnFullMethods']);
  assert.deepEqual(saidOf(1, 4), ['warnFullNodes', 'warnFullThreads']);
});

test('an agent that spares the device says how often it reads stacks, until it does so as asked again', () => {
  const model = new SessionModel();
  const settings = (intervalUs: number, askedIntervalUs?: number): void =>
    void model.apply({
      type: 'settings',
      intervalUs,
      threads: 1,
      depth: 512,
      walkAlways: 0,
      ...(askedIntervalUs === undefined ? {} : { allocations: 0, askedIntervalUs }),
    });
  const spared = (): readonly string[] =>
    model.runs.flatMap((run) => dataQualityIssues(run).flatMap((limit) => (limit.code === 'spared' ? [dataQualitySentence(limit)] : [])));
  model.apply(helloMessage(0, { os: 'ios', capabilities: [] }));
  settings(5_000);
  assert.deepEqual(spared(), []);
  settings(10_000, 5_000);
  assert.deepEqual(spared(), [
    'To spare the device, stacks are sampled every 10 ms instead of 5 ms; long main-thread work is still sampled at full rate.',
  ]);
  settings(5_000);
  assert.deepEqual(spared(), []);
});

/** Issues of a process with these libraries and, beside main, these threads. */
function seen(libraries: readonly string[], threads: readonly string[]): readonly string[] {
  const model = new SessionModel();
  const images = libraries.map((path, at): Message => {
    return { type: 'image', id: at + 1, base: 4096 * (at + 1), size: 4096, buildId: new Uint8Array(0), path };
  });
  const named = threads.map((name, at): Message => {
    return { type: 'thread', thread: at + 50, tid: at + 50, name, group: 'main', flags: 0, atUs: 0 };
  });
  for (const message of [...scriptedApp([{ kind: 'idle', us: 1_000 }]), ...images, ...named]) model.apply(message);
  const [run] = model.runs;
  assert.ok(run);
  return foreignRuntimes(run).map(({ language, name }) => `${language} ${name}`);
}

const apk = '/data/app/~~x==/com.example-y==/base.apk';

describe('a runtime whose frames cannot be seen', () => {
  it('is known by its library', () => {
    assert.deepEqual(seen(['/data/app/a/lib/arm64/libflutter.so'], []), ['Dart Flutter']);
    assert.deepEqual(seen([`${apk}!/lib/arm64-v8a/libhermesvm.so`], []), ['JavaScript Hermes']);
  });

  it('is known by its threads where the libraries are inside the APK', () => {
    assert.deepEqual(seen([apk], ['1.ui', '1.raster', '1.io']), ['Dart Flutter']);
    assert.deepEqual(seen([apk], ['mqt_js']), ['JavaScript React Native']);
    assert.deepEqual(seen([apk], ['mqt_v_js', 'mqt_v_native']), ['JavaScript React Native']);
    assert.deepEqual(seen([apk], ['hades', 'mqt_v_js', '2.ui']), ['Dart Flutter', 'JavaScript Hermes']);
  });

  it('is not seen in an app without one, whatever its own code is called', () => {
    assert.deepEqual(
      seen([apk, '/data/app/a/libnotlibflutter.so'], ['main.ui', 'ui', 'mqt_native_modules', 'hades-worker', 'RenderThread']),
      [],
    );
  });
});
