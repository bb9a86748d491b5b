import { runAs } from '../../../../host/devices/android/adb/android-phone.ts';
import { commandLine } from '../../../../host/devices/android/adb/quote.ts';
import { type DeviceProcess, parseProcesses, processesCommand } from '../../../../host/devices/android/android-processes.ts';
import type { systemFacts } from '../../core/facts/android/system-facts.ts';
import { kernelVersion, knownWords, outline } from '../../core/report/cleaned.ts';
import { type Probes, Untried } from '../asking/probe.ts';
import { type AskedPhone, appOf, outputOf, pidOf } from './asked-phone.ts';

const knownAbis = ['arm64-v8a', 'armeabi-v7a', 'armeabi', 'x86_64', 'x86', 'riscv64', 'mips64', 'mips'];
const shapes = 'default phone tablet tv watch automotive emulator nosdcard car isKeyguardShowing mShowingLockscreen showing';
const SHELL = 2000;
const FIRST_APP = 10_000;
const ABSENT_PID = 4_194_303;

export const systemProbes: Probes<keyof typeof systemFacts, AskedPhone> = {
  'android.props.version': async (asked) => ({ api: Number(await property(asked, 'ro.build.version.sdk')) || 0 }),
  'android.props.abis': async (asked) => ({ abis: await abis(asked, 'ro.product.cpu.abilist') }),
  'android.props.abi-lists': async (asked) => ({
    abis: await abis(asked, 'ro.product.cpu.abilist'),
    abis64: await abis(asked, 'ro.product.cpu.abilist64'),
    abis32: await abis(asked, 'ro.product.cpu.abilist32'),
  }),
  'android.props.bridge': async (asked) => {
    const all = await abis(asked, 'ro.product.cpu.abilist');
    const bridge = await property(asked, 'ro.dalvik.vm.native.bridge');
    const isX86 = (abi: string): boolean => abi.startsWith('x86');
    return { bridge: bridge !== '' && bridge !== '0', foreign: all.filter((abi) => isX86(abi) !== isX86(all[0] ?? '')).length };
  },
  'android.props.characteristics': async (asked) => ({ lines: outline(await property(asked, 'ro.build.characteristics'), shapes, 1) }),
  'android.screen.keyguard': async (asked) => {
    const pattern = 'isKeyguardShowing=(true|false)|mShowingLockscreen=(true|false)|showing=(true|false)';
    return { lines: outline(await outputOf(asked, `dumpsys window policy | ${commandLine('grep', '-m1', '-oE', pattern)}`), shapes, 1) };
  },
  'android.kernel.memory': async (asked) => ({
    kernel: kernelVersion(await release(asked)),
    anonymous: /^RssAnon:/m.test(await outputOf(asked, 'cat /proc/self/status')),
  }),
  'android.kernel.swap': async (asked) => {
    const line = /^VmSwap:.*$/m.exec(await outputOf(asked, 'cat /proc/self/status'))?.[0] ?? '';
    return { lines: outline(line, 'VmSwap kB', 1) };
  },
  'android.kernel.schedstat': async (asked) => ({ lines: outline(await outputOf(asked, 'cat /proc/self/schedstat'), '', 1) }),
  'android.kernel.page-size': async (asked) => ({ bytes: await pageSize(asked) }),
  'android.users.current': async (asked) => ({ lines: outline(await outputOf(asked, 'am get-current-user')) }),
  'android.users.list': async (asked) => {
    const output = await outputOf(asked, 'pm list users');
    return { users: [...output.matchAll(/UserInfo\{\d+:[^:}]*/g)].length, lines: outline(output, 'Users UserInfo running') };
  },
  'android.processes.columns': async (asked) => {
    const output = await outputOf(asked, processesCommand);
    return { parsed: parseProcesses(output).length, lines: outline(output, 'init zygote64 zygote system_server', 3) };
  },
  'android.processes.all-users': async (asked) => {
    const all = await processes(asked);
    return {
      count: all.length,
      others: all.filter(({ uid }) => uid !== SHELL).length,
      isolated: all.filter((each) => each.isIsolated).length,
    };
  },
  'android.processes.whole-names': async (asked) => {
    const names = (await processes(asked)).filter(({ uid }) => uid >= FIRST_APP).map(({ name }) => name.length);
    if (names.length === 0) throw new Untried('no-record');
    return { longest: Math.max(...names) };
  },
  'android.processes.folders': async (asked) => ({
    there: (await asked.run('[ -d /proc/1 ]')).code === 0,
    absent: (await asked.run(`[ -d /proc/${ABSENT_PID} ]`)).code === 0,
  }),
  'android.sockets.list': async ({ run }) => {
    const { code, stderr } = await run(commandLine('grep', '-aoE', 'laglens-[0-9]+-absent', '/proc/net/unix'));
    return { exit: code, lines: outline(stderr, 'grep proc net unix', 1) };
  },
  'android.process.command-line': async (asked) => {
    const output = await outputOf(asked, commandLine('cat', `/proc/${pidOf(asked)}/cmdline`));
    return { same: output.split('\0')[0] === appOf(asked).name, zero: output.includes('\0') };
  },
  'android.process.tracer': async (asked) => {
    const output = await outputOf(asked, `cat /proc/${pidOf(asked)}/status | grep -E '^(Pid|TracerPid):'`);
    return { lines: outline(output.replaceAll('\t', ' '), 'Pid TracerPid') };
  },
  'android.process.domain': async (asked) => {
    const output = await outputOf(asked, `cat /proc/${pidOf(asked)}/attr/current`);
    if (output.trim() === '') throw new Untried('not-permitted');
    const words =
      'u r untrusted_app untrusted_app_25 untrusted_app_27 untrusted_app_29 untrusted_app_30 untrusted_app_32 platform_app priv_app system_app';
    return { lines: outline(output.replaceAll('\0', ''), words, 1) };
  },
  'android.process.program': async (asked) => {
    const { stdout, stderr } = await asked.run(runAs(appOf(asked), commandLine('readlink', `/proc/${pidOf(asked)}/exe`)));
    if (stdout.trim() === '') throw new Untried(/denied/i.test(stderr) ? 'not-permitted' : 'no-record');
    return { lines: outline(stdout, 'system bin app_process64 app_process32', 1) };
  },
};

/** Empty for an absent one. */
export async function property(asked: AskedPhone, name: string): Promise<string> {
  return (await outputOf(asked, commandLine('getprop', name))).trim();
}

export async function abis(asked: AskedPhone, name: string) {
  return knownWords((await property(asked, name)).split(','), knownAbis);
}

/** The kernel's release, as Linux names it. */
export async function release(asked: AskedPhone): Promise<string> {
  return (
    /^Linux version (\S+)/.exec(await outputOf(asked, 'cat /proc/version').catch(() => ''))?.[1] ??
    (await outputOf(asked, 'uname -r')).trim()
  );
}

/** In bytes. Each mapping of a process says it, in kB. */
export async function pageSize(asked: AskedPhone): Promise<number> {
  const output = await outputOf(asked, 'grep -m 1 KernelPageSize /proc/self/smaps');
  const kib = Number(/^KernelPageSize:\s+(\d+) kB/.exec(output)?.[1] ?? Number.NaN);
  if (Number.isNaN(kib)) throw new Untried('not-there');
  return 1024 * kib;
}

async function processes(asked: AskedPhone): Promise<readonly DeviceProcess[]> {
  return parseProcesses(await outputOf(asked, processesCommand));
}
