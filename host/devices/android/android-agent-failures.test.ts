import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureOf, silenceOf } from './android-agent-failures.ts';
import { saysError } from './android-refusals.ts';
import { type AppStatus, parseAppStatus } from './app-status.ts';

const expected = { app: 'com.example.shop', name: 'com.example.shop', pid: 4242, rand: '0badcafe', sinceS: 1, timeoutMs: 2_000 };
const agent = '/data/user/0/com.example.shop/code_cache/laglens-0badcafe.so';
const line = (pid: number, level: string, tag: string, text: string): string =>
  `11-22 20:21:49.045 ${pid} ${pid} ${level} ${tag.padEnd(8)}: ${text}`;

function statusWith(
  log: readonly string[],
  { state = 'alive', context = 'u:r:untrusted_app_32:s0:c1', frozen = false, crash = [] as string[] } = {},
): AppStatus {
  const records = `  *APP* UID 10123 ProcessRecord{a1 4241:com.example.shop:sync/u0a123}
    isFreezeExempt=false isPendingFreeze=false isFrozen=${!frozen}
  *APP* UID 10123 ProcessRecord{b2 4242:com.example.shop/u0a123}
    isFreezeExempt=false isPendingFreeze=true isFrozen=${frozen}`;
  return parseAppStatus(`${state}\n${context}\n${records}\n--- log\n${log.join('\n')}\n--- crash\n${crash.join('\n')}\n`, expected);
}

// Lines as AOSP's ActivityThread, art/runtime/ti/agent.cc and the kernel's security/selinux/avc.c write them.
const withLoader = [
  line(
    4242,
    'W',
    'om.example.shop',
    `Agent attach failed (result=1) : Unable to dlopen ${agent}: dlopen failed: library "${agent}" not found`,
  ),
  line(4242, 'E', 'ActivityThread', `Attaching agent with dalvik.system.PathClassLoader[x] failed: ${agent}=token=…`),
];
const withNone = line(4242, 'E', 'ActivityThread', `Attaching agent with null failed: ${agent}=token=…`);
const mapped = line(4242, 'W', 'om.example.shop', `Agent attach failed (result=1) : couldn't map "${agent}" segment 1: Permission denied`);

describe('what a phone says about an attached agent', () => {
  it('is no failure while only the first of two tries has failed', () => {
    assert.equal(failureOf(expected, statusWith(withLoader)), undefined);
    assert.equal(failureOf(expected, statusWith([...withLoader, withNone]))?.code, 'agent-load-failed');
    // Android 8 tried once.
    assert.equal(
      failureOf(expected, statusWith([line(4242, 'E', 'ActivityThread', `Attaching agent failed: ${agent}`)]))?.code,
      'agent-load-failed',
    );
  });

  it('is no failure either when it is about another agent', () => {
    const others = [
      line(4242, 'E', 'ActivityThread', 'Attaching agent with null failed: /data/user/0/com.example.shop/code_cache/studio.so'),
    ];
    assert.equal(failureOf(expected, statusWith(others)), undefined);
  });

  it('distinguishes a denial of the agent from what the app is denied all day', () => {
    const of = (verdict: string, name: string, end: string): string =>
      line(
        4242,
        'W',
        'om.example.shop',
        `type=1400 audit(0.0:1): avc:  ${verdict}  { execute } for  path="${name}" dev="dm-5" tclass=file ${end}`,
      );
    const codeOf = (...log: string[]) => failureOf(expected, statusWith([...withLoader, withNone, ...log]))?.code;
    assert.equal(codeOf(of('denied', agent, 'permissive=0')), 'attach-refused');
    assert.equal(codeOf(mapped), 'attach-refused');
    assert.equal(codeOf(of('denied', '/vendor/lib64/libx.so', 'permissive=0')), 'agent-load-failed');
    assert.equal(codeOf(of('denied', agent, 'permissive=1')), 'agent-load-failed');
    assert.equal(codeOf(of('granted', agent, '')), 'agent-load-failed');
  });

  it('knows apps that are the system’s own by their domain', () => {
    const log = [...withLoader, mapped, withNone];
    assert.match(failureOf(expected, statusWith(log, { context: 'u:r:platform_app:s0:c512,c768' }))?.message ?? '', /platform’s key/);
    assert.match(failureOf(expected, statusWith(log, { context: 'u:r:system_app:s0' }))?.message ?? '', /the system’s own \(system_app\)/);
    // A phone that does not tell the domain.
    assert.match(failureOf(expected, statusWith(log, { context: '' }))?.next ?? '', /vendor/);
  });

  it('says whether the process itself is frozen, not another one of the app', () => {
    assert.equal(statusWith([]).isFrozen, false);
    assert.equal(silenceOf(expected, statusWith([], { frozen: true }), false).code, 'app-frozen');
    assert.equal(silenceOf(expected, statusWith([]), false).code, 'attach-silent');
  });

  it('shows the crash of the process, and of no other', () => {
    const crash = [
      line(900, 'F', 'DEBUG', 'pid: 77, tid: 77, name: other  >>> com.example.other <<<'),
      line(900, 'F', 'DEBUG', '#00 pc 01 libother.so'),
      line(901, 'F', 'DEBUG', 'pid: 4242, tid: 4250, name: pool  >>> com.example.shop <<<'),
      line(901, 'F', 'DEBUG', 'signal 6 (SIGABRT), code -1 (SI_QUEUE)'),
      line(901, 'F', 'DEBUG', '#00 pc 02 libshop.so'),
    ];
    const died = failureOf(expected, statusWith([], { state: 'gone', crash }));
    assert.equal(died?.code, 'app-died');
    assert.match(died?.message ?? '', /it crashed/);
    assert.match(died?.output ?? '', /libshop/);
    assert.doesNotMatch(died?.output ?? '', /libother/);
    assert.doesNotMatch(failureOf(expected, statusWith([], { state: 'gone' }))?.message ?? '', /crashed/);
  });
});

describe('the answers of am and cmd', () => {
  it('are errors by the begin of a line, not by the names in it', () => {
    const errors = [
      'Error: Activity class {a/a.B} does not exist.',
      'Starting: Intent { cmp=a/.B }\nError type 3\nError: Activity class {a/a.B} does not exist.',
      'Security exception: Shell does not have permission to access user 10',
      "\nException occurred while executing 'start':\njava.lang.SecurityException: no",
      'java.lang.IllegalArgumentException: Unknown process: a',
      'Unknown command: attach-agent',
      'Unknown option: --attach-agent-bind',
    ];
    for (const each of errors) assert.ok(saysError(each), each);
    const fine = [
      'Stopping: com.example.ErrorException\nStarting: Intent { act=android.intent.action.MAIN cmp=com.example/.ExceptionActivity }',
      'Warning: Activity not started, its current task has been brought to the front',
      '1 activities found:\n  Activity #0:\n    com.example.shop/.ErrorActivity',
      '',
    ];
    for (const each of fine) assert.ok(!saysError(each), each);
  });
});
