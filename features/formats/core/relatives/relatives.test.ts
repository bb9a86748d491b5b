import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognise } from '../recognise.ts';
import { relatives } from './relatives.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const words = (...list: readonly number[]): string => list.map((byte) => String.fromCharCode(byte)).join('');
const callFrame = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };

/** Begins of files as their tools write them, with words of what they are. */
const files: readonly (readonly [words: string, begin: string | object])[] = [
  ['a timeline recording of Safari', { version: 1, recording: { displayName: 'x', instrumentTypes: [], records: [] }, overview: {} }],
  ['a heap profile of V8', { head: { callFrame, selfSize: 0, id: 1, children: [] }, samples: [] }],
  ['a heap snapshot of V8', { snapshot: { meta: {}, node_count: 1 }, nodes: [1], edges: [], strings: [] }],
  ['a crash report of another tool', { threads: [{ frames: [] }], type: 'NSException', crash: { backtrace: [] }, binary_images: [] }],
  [
    'leaks',
    'Process:         Demo [42]\nReport Version:  7\nDate/Time:       2026-01-02\nAnalysis Tool:   /usr/bin/leaks\n----\n\nleaks Report Version: 4.0\n',
  ],
  ['hprof', 'JAVA PROFILE 1.0.3\0'],
  ['DHAT', { dhatFileVersion: 2, mode: 'heap' }],
  ['Massif', 'desc: --massif\ncmd: a\ntime_unit: i\n#-----------\nsnapshot=0\n'],
  ['heap profile of pprof as text', 'heap profile: 1: 2 [3: 4] @ heap/524288\n1: 32 [1: 32] @ 0x1 0x2\n'],
  ['perf.data', `PERFILE2${words(104, 0, 0, 0)}`],
  ['Java Flight Recorder', `FLR\0${words(0, 2, 0, 0)}`],
  ['.NET', 'Nettrace\x14\0\0\0!FastSerialization.1'],
  ['execution trace of Go', 'go 1.22 trace\0\0\0'],
  ['gperftools', words(...Array.from({ length: 40 }, (_, at) => (at === 8 ? 3 : 0)))],
  ['gperftools as text', '--- symbol\nbinary=/bin/a\n0x1 main\n---\n--- profile\n'],
  ['stackprof', { version: 1.2, mode: 'wall', interval: 1000, samples: 3, gc_samples: 0, frames: {} }],
  ['a log of V8', 'v8-version,13,6,233,10,0\nshared-library,/usr/bin/node,0x1,0x2,0\n'],
  ['a log of V8', { code: [], functions: [], ticks: [] }],
  ['Callgrind', '# callgrind format\nversion: 1\ncreator: callgrind-3.22\nevents: Ir\nfn=main\n1 2\n'],
  ['DTrace', '\n              libc.so.1`_read+0x8\n              a`main+0x10\n                3\n'],
  ['bpftrace', '@[\n    read+10\n    main+2\n]: 4\n'],
  ['goroutines', 'goroutine profile: total 4\n1 @ 0x1\n'],
  ['React', { version: 5, dataForRoots: [] }],
  ['HAR', { log: { version: '1.2', creator: {}, entries: [] } }],
  ['Lighthouse', { lighthouseVersion: '12.0.0', audits: {} }],
  ['AndroidX Benchmark', { context: { build: {} }, benchmarks: [] }],
  ['(ELF)', words(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1)],
  ['(Mach-O)', words(0xcf, 0xfa, 0xed, 0xfe, 0xc, 0, 0, 1)],
  ['(Mach-O)', words(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2)],
  ['(dex, class)', words(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 65)],
  ['R8', '# compiler: R8\n# pg_map_id: 1\ncom.a.B -> a.a:\n    int c -> a\n'],
  ['source map', { version: 3, sources: ['a.js'], names: [], mappings: 'AAAA' }],
  ['a map of methods by Matrix', '27448,1,com.example.Shop onDraw (Landroid.graphics.Canvas;)V\n'],
  ['an image', `${words(0x89)}PNG\r\n`],
  ['an image', '<?xml version="1.0"?><svg width="1">'],
  ['a web page', '<!DOCTYPE html>\n<html>'],
  ['SQLite', 'SQLite format 3\0'],
  ['reports an ANR', 'E ActivityManager: ANR in com.example.shop (com.example.shop/.Main)\n'],
  ['reports an ANR', '01-02 10:00:00.000  1234  1240 I am_anr  : [0,7,com.example.shop,9,Input dispatching timed out]\n'],
  ['late frames', 'I/Choreographer(7): Skipped 31 frames!  The application may be busy.\n'],
  ['late frames', 'I/HWUI(7): Davey! duration=900ms; Flags=0\n'],
  ['exits of an app', 'ApplicationExitInfo #0:\n  timestamp=1 pid=7 reason=6 (ANR)\n'],
  ['meminfo', 'Applications Memory Usage (in Kilobytes):\nUptime: 1\n'],
  ['cpuinfo', 'Load: 1 / 1 / 1\nCPU usage from 900ms to 1ms ago (x to y):\n'],
  ['output of dumpsys', 'DUMP OF SERVICE battery:\n'],
  ['panic of Apple', 'panic(cpu 1 caller 0xfffffff02e156784): watchdog timeout\n'],
  ['sanitizer', '==7==ERROR: AddressSanitizer: heap-use-after-free\n'],
  ['minidump', 'MDMP'],
  ['PLCrashReporter', 'plcrash\x01'],
  ['a log of Android', '01-02 10:00:00.000  1234  1240 I Tag     : hello\n'],
  ['a log of a system', 'Jan  2 10:00:00 phone shopd[7]: hello\n'],
  ['goroutines', 'panic: late\n\ngoroutine 1 [running]:\nmain.main()\n'],
  ['Python', 'Thread 7 (idle): "MainThread"\n    wait (threading.py:1)\n'],
  ['Python', 'Current thread 0x00007f (most recent call first):\n'],
  ['debugger', 'Thread 2 (Thread 0x7f (LWP 7) "worker"):\n#0  0x00007f in wait () at a.c:1\n'],
  ['debugger', '* thread #1, queue = "main"\n  * frame #0: 0x00000001d8 lib`wait + 8\n'],
  ['Dart’s compiled code', 'isolate_dso_base: 7a, vm_dso_base: 7a\n    #00 abs 07 _kDartIsolateSnapshotInstructions+0x1\n'],
  ['exception of Dart', '#0      Cart.total (package:shop/cart.dart:1:2)\n'],
  ['exception of JavaScript', 'TypeError: x\n    at Cart (http://localhost:1/index.bundle:7:3)\n'],
  ['part of a crash report of Apple', '(\n0  UIKit                 0x0000000187bf0860 <redacted> + 320\n)\n'],
];

test('files that are known, but not read, are named for what they are, with what to do', async () => {
  for (const [expected, content] of files) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await assert.rejects(recognise(bytesOf(text), 'a.json'), (error: unknown) => {
      assert.ok(error instanceof Error && 'next' in error && typeof error.next === 'string');
      assert.ok(error.message.startsWith('a.json is ') && error.message.includes(expected), `${expected}: ${error.message}`);
      assert.ok(!error.next.includes('copied whole'), error.next);
      return true;
    });
  }
});

test('a source map is not proposed as a map of names, since no session is named by one', async () => {
  const text = JSON.stringify({ version: 3, sources: ['a.js'], names: [], mappings: 'AAAA' });
  await assert.rejects(recognise(bytesOf(text), 'a.map'), { next: /^Apply it in the tool that recorded/ });
});

test('each kind has its sentences, and no begin of another text is one', () => {
  for (const { is, next, matches } of relatives) {
    assert.match(is, /^[a-z].*[^.]$/);
    assert.match(next, /\.$/);
    for (const text of ['', 'hello world\n', '{}', '[]']) assert.equal(matches({ bytes: bytesOf(text), text }), false, is);
  }
});
