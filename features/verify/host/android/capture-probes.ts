import type { SessionModel } from '../../../../core/session/model/model.ts';
import { systemRecordKind } from '../../../../core/session/model/system-records.ts';
import { runAs } from '../../../../host/devices/android/adb/android-phone.ts';
import { commandLine } from '../../../../host/devices/android/adb/quote.ts';
import type { ShellResult } from '../../../../host/devices/android/adb/shell.ts';
import type { captureFacts } from '../../core/facts/android/capture-facts.ts';
import { knownWords } from '../../core/report/cleaned.ts';
import { type Probe, type Probes, Untried } from '../asking/probe.ts';
import {
  agentCpuPercent,
  countCounters,
  countFrames,
  countLines,
  countMessages,
  countSamples,
  mainOf,
  runOf,
} from '../capture/capture-counts.ts';
import type { Captured } from '../capture/captured.ts';
import type { ComparedLag } from '../capture/sample-lags.ts';
import { needLog } from './activity-probes.ts';
import { type AskedPhone, appOf, outputOf } from './asked-phone.ts';

/** Threads known before the phone listed the kernel's, and still after it: others may come and go meanwhile. */
export interface KernelTasks {
  readonly asked: number;
  /** Listed ones of these. */
  readonly there: number;
}

/** A capture, what the phone said of its process meanwhile, and the phone after it. */
export interface CapturedOnPhone {
  readonly asked: AskedPhone;
  readonly captured: Captured;
  /** At the end; undefined where the phone does not list the process' threads. */
  readonly tasks: KernelTasks | undefined;
  /** Lags of the sample app; undefined for an own app, or without its log. */
  readonly compared: readonly ComparedLag[] | undefined;
}

const agentAbis = ['arm64-v8a', 'armeabi-v7a', 'x86_64'];
const SOME = 40;

export const captureProbes: Probes<keyof typeof captureFacts, CapturedOnPhone> = {
  'android.agent.answers': async ({ captured }) => ({ answered: true, attachMs: Math.round(captured.attachMs) }),
  'android.agent.abi': async ({ captured, asked }) => {
    const abi = helloOf(captured.model).abi;
    const listed = (await outputOf(asked, 'getprop ro.product.cpu.abilist')).trim().split(',');
    return { listed: listed.includes(abi), abi: knownWords([abi], agentAbis) };
  },
  'android.agent.api': async ({ captured, asked }) => {
    const { apiLevel } = helloOf(captured.model);
    // A runtime without Android's own classes.
    if (apiLevel === 0) throw new Untried('not-there');
    return { same: apiLevel === asked.api, api: apiLevel };
  },
  'android.agent.removed': async ({ asked }) => {
    const count = ({ stdout }: ShellResult): number => {
      // A folder has itself in its list: without it, nothing was listed.
      if (!/^\.$/m.test(stdout)) throw new Untried('not-permitted');
      return stdout.split('\n').filter((line) => line.includes('laglens-')).length;
    };
    const inApp = count(await asked.run(runAs(appOf(asked), 'ls -a . code_cache 2>/dev/null')));
    return { inApp, inShell: count(await asked.run('ls -a /data/local/tmp')) };
  },
  'android.agent.not-denied': async ({ asked }) => {
    await needLog(asked);
    const log = await outputOf(asked, "logcat -d -b main -b events -v threadtime -t 2000 | grep -E 'avc: +denied.*laglens-'; true");
    return { denied: log.split('\n').filter((line) => line.trim() !== '').length };
  },
  'android.agent.losses': async ({ captured }) => ({
    samples: runOf(captured.model).droppedSamples,
    messages: runOf(captured.model).droppedMessages,
  }),
  'android.agent.cost': async ({ captured }) => {
    const cpuPercent = agentCpuPercent(runOf(captured.model));
    if (cpuPercent === undefined) throw new Untried('no-record');
    return { cpuPercent: Math.round(100 * cpuPercent) / 100 };
  },
  'android.jvmti.source-files': ability('sourceFiles'),
  'android.jvmti.line-numbers': ability('lineNumbers'),
  'android.jvmti.inlined-lines': ability('inlinedLines'),
  'android.jvmti.lock-waits': ability('lockWaits'),
  'android.jvmti.lock-owners': ability('lockOwners'),
  'android.jvmti.contended-monitor': ability('contendedMonitor'),
  'android.jvmti.gc-pauses': ability('gcPauses'),
  'android.jvmti.allocations': ability('allocations'),
  'android.looper.hook': ability('messages'),
  'android.looper.messages': async ({ captured }) => ({ ...countMessages(captured.model) }),
  'android.looper.names': async ({ captured }) => ({ ...countMessages(captured.model) }),
  'android.looper.queue-time': async ({ captured }) => {
    const { messageUses } = mainOf(captured.model);
    if (messageUses.length === 0) throw new Untried('no-record');
    let withQueue = 0;
    for (let row = 0; row < messageUses.length; row++) if (messageUses.queuedUsAt(row) !== undefined) withQueue++;
    return { uses: messageUses.length, withQueue };
  },
  'android.stacks.main': async ({ captured }) => ({ ...countSamples(captured.model) }),
  'android.stacks.lines': async ({ captured }) => ({ ...countLines(captured.model) }),
  'android.threads.others': async ({ captured: { model } }) => ({
    threads: model.threads.length,
    sampled: model.threads.filter(({ samples }) => samples.length > 0).length,
  }),
  'android.threads.kernel-ids': async ({ captured: { model }, tasks }) => {
    if (tasks === undefined) throw new Untried('not-permitted');
    return { ...tasks, unknown: model.threads.filter(({ tid }) => tid === 0).length };
  },
  'android.threads.cpu-clock': async ({ captured }) => ({ known: countSamples(captured.model).withCpu > 0 }),
  'android.threads.no-core': async ({ captured: { model } }) => {
    const reports = model.threads.reduce((sum, { readyTimes }) => sum + readyTimes.length, 0);
    if (reports === 0) throw new Untried('no-record');
    return { reports };
  },
  'android.counters.memory': counters('memory'),
  'android.counters.heap': counters('heap'),
  'android.gc.pauses': async ({ captured }) => {
    const pauses = runOf(captured.model).gcs.length;
    if (pauses === 0) throw new Untried('no-record');
    return { pauses };
  },
  'android.locks.holders': async ({ captured }) => {
    const { waits } = mainOf(captured.model);
    const [waited, withHolder] = holders(captured);
    if (waited === 0) throw new Untried('no-record');
    return { waits: waits.length, waited, withHolder };
  },
  'android.frames.reported': async ({ captured }) => {
    const { frames } = countFrames(runOf(captured.model));
    if (frames === 0) throw new Untried('no-record');
    return { frames };
  },
  'android.frames.period': async ({ captured }) => {
    const { periodUs } = countFrames(runOf(captured.model));
    if (periodUs === 0) throw new Untried('no-record');
    return { periodUs };
  },
  'android.screens.activity': async ({ captured }) => {
    const activities = runOf(captured.model).screens.length;
    if (activities === 0) throw new Untried('no-record');
    return { activities };
  },
  'android.screens.phases': async ({ captured }) => ({ phases: runOf(captured.model).phases.length }),
  'android.native.build-ids': async ({ captured }) => {
    const { images } = runOf(captured.model);
    if (images.length === 0) throw new Untried('no-record');
    return { libraries: images.length, withId: images.filter(({ buildId }) => buildId.length > 0).length };
  },
  'android.records.own-end': async ({ captured }) => {
    const records = runOf(captured.model).systemRecords;
    return { records: records.length, ends: records.filter(({ kind }) => kind !== systemRecordKind.power).length };
  },
  'android.sample.launch': async ({ captured }) => ({ launched: captured.launched && captured.firstSampleMs !== undefined }),
  'android.sample.lags': async ({ compared }) => {
    const lags = some(compared);
    return { truths: lags.length, found: lags.filter(({ foundMs }) => foundMs !== undefined).length };
  },
  'android.sample.lengths': async ({ compared }) => {
    const differences = some(compared).flatMap(({ truthMs, foundMs }) => (foundMs === undefined ? [] : Math.abs(foundMs - truthMs)));
    if (differences.length === 0) throw new Untried('no-record');
    return { farthestMs: Math.round(Math.max(...differences)) };
  },
  'android.sample.causes': async ({ compared }) => {
    const lags = some(compared);
    return { truths: lags.length, right: lags.filter(({ isRight }) => isRight).length };
  },
};

/** @param living kernel's ids of the threads that a capture knows at the moment */
export async function tasksOf(asked: AskedPhone, pid: number, living: () => readonly number[]): Promise<KernelTasks | undefined> {
  const before = new Set(living());
  const { stdout } = await asked.run(runAs(appOf(asked), commandLine('ls', `/proc/${pid}/task`)));
  const ids = new Set(stdout.split(/\s+/).filter((word) => /^\d+$/.test(word)));
  const stayed = living().filter((tid) => before.has(tid));
  return ids.size === 0 ? undefined : { asked: stayed.length, there: stayed.filter((tid) => ids.has(String(tid))).length };
}

function helloOf(model: SessionModel) {
  const { hello } = runOf(model);
  if (hello === undefined) throw new Untried('no-capture');
  return hello;
}

/** Only what was asked of the runtime is listed. */
function ability(name: string): Probe<CapturedOnPhone> {
  return async ({ captured }) => {
    const found = runOf(captured.model).capabilities.find((each) => each.name === name);
    if (found === undefined) throw new Untried('no-record');
    return { enabled: found.enabled === 1 };
  };
}

function counters(key: 'memory' | 'heap'): Probe<CapturedOnPhone> {
  return async ({ captured }) => {
    const counts = countCounters(runOf(captured.model));
    if (counts.reports === 0) throw new Untried('no-record');
    return { reports: counts.reports, [key]: counts[key] };
  };
}

/** Lags of main at a lock, and those whose holder is known. */
function holders({ lags }: Captured): readonly [waited: number, withHolder: number] {
  const waits = lags.slice(0, SOME).flatMap(({ waitsOn }) => (waitsOn?.isLock === true ? [waitsOn] : []));
  return [waits.length, waits.filter(({ ownerThread }) => ownerThread >= 0).length];
}

function some(compared: readonly ComparedLag[] | undefined): readonly ComparedLag[] {
  if (compared === undefined || compared.length === 0) throw new Untried('no-record');
  return compared;
}
