import { allTrue, atLeast, everyLine, type Fact, listOf, numberOf, someLine, textOf } from '../../report/fact.ts';

const need = 'device';
/** Linux' first with RssAnon, which the agent's memory is read from. */
const [MAJOR, MINOR] = [4, 5];

/** The system's properties, kernel and users. */
export const systemFacts = {
  'android.props.version': {
    claim: 'The API level is a number, and 28 or more',
    file: 'host/devices/android/android-facts.ts',
    need,
    holds: atLeast('api', 28),
  },
  'android.props.abis': {
    claim: 'The list of ABIs has one with an agent',
    file: 'host/devices/android/android-facts.ts',
    need,
    holds: (seen) => listOf(seen, 'abis').some((abi) => ['arm64-v8a', 'armeabi-v7a', 'x86_64'].includes(abi)),
  },
  'android.props.abi-lists': {
    claim: 'The lists of 64-bit and 32-bit ABIs are parts of the whole list',
    file: 'host/devices/android/android-device.ts',
    need,
    holds: (seen) => {
      const [all, parts] = [listOf(seen, 'abis'), [...listOf(seen, 'abis64'), ...listOf(seen, 'abis32')]];
      return all.length > 0 && parts.length === all.length && parts.every((abi) => all.includes(abi));
    },
  },
  'android.props.bridge': {
    claim: 'ABIs of another processor are listed only with a native bridge',
    file: 'host/devices/android/android-facts.ts',
    need,
    holds: (seen) => seen.bridge === true || numberOf(seen, 'foreign') === 0,
  },
  'android.props.characteristics': {
    claim: 'The property of characteristics is a list of words',
    file: 'host/devices/android/launchers.ts',
    need,
    holds: everyLine(/^[\w-]+(?:,[\w-]+)*$/),
  },
  'android.screen.keyguard': {
    claim: 'dumpsys window policy says whether the keyguard shows',
    file: 'host/devices/android/android-facts.ts',
    need,
    holds: someLine(/^(?:isKeyguardShowing|mShowingLockscreen|showing)=(?:true|false)$/),
  },
  'android.kernel.memory': {
    claim: 'Kernels from 4.5 on count anonymous memory in /proc/self/status, older ones do not',
    file: 'device-agents/linux/process_status.c',
    need,
    holds: (seen) => {
      const [major = 0, minor = 0] = textOf(seen, 'kernel').split('.').map(Number);
      return seen.anonymous === (major > MAJOR || (major === MAJOR && minor >= MINOR));
    },
  },
  'android.kernel.swap': {
    claim: '/proc/self/status has the swapped memory in kB',
    file: 'device-agents/linux/process_status.c',
    need,
    holds: everyLine(/^VmSwap:\s+\d+ kB$/),
  },
  'android.kernel.schedstat': {
    claim: '/proc/self/schedstat has three numbers',
    file: 'device-agents/android/sampling/ready.c',
    need,
    holds: everyLine(/^\d+ \d+ \d+$/),
  },
  'android.kernel.page-size': {
    claim: 'Memory pages have 4 or 16 KiB',
    file: 'docs/android.md',
    need,
    holds: (seen) => [4096, 16384].includes(numberOf(seen, 'bytes')),
  },
  'android.users.current': {
    claim: 'am get-current-user prints a number',
    file: 'host/devices/android/device-apps.ts',
    need,
    holds: everyLine(/^\d+$/),
  },
  'android.users.list': {
    claim: 'pm list users prints UserInfo{NUMBER:NAME:FLAGS} for each user',
    file: 'host/devices/android/device-apps.ts',
    need,
    holds: atLeast('users', 1),
  },
  'android.processes.columns': {
    claim: 'ps prints pid, numeric user id and name in that order, without a header',
    file: 'host/devices/android/android-processes.ts',
    need,
    holds: (seen) => numberOf(seen, 'parsed') >= 5 && everyLine(/^ *\d+ +\d+ +\S/)(seen, { api: 0 }),
  },
  'android.processes.all-users': {
    claim: 'The shell sees processes of other users',
    file: 'host/devices/android/android-processes.ts',
    need,
    holds: atLeast('others', 1),
  },
  'android.processes.whole-names': {
    claim: 'ps does not cut the names of apps’ processes',
    file: 'host/devices/android/android-processes.ts',
    need,
    holds: atLeast('longest', 16),
  },
  'android.processes.folders': {
    claim: 'A process has a folder in /proc that the shell sees, an absent one has none',
    file: 'host/devices/android/records/ask-records.ts',
    need,
    holds: (seen) => seen.there === true && seen.absent === false,
  },
  'android.sockets.list': {
    claim: 'grep exits with 0 or 1 where the shell may list abstract sockets, with 2 where it may not',
    file: 'host/devices/android/launched.ts',
    need,
    holds: (seen) => [0, 1, 2].includes(numberOf(seen, 'exit')),
  },
  'android.process.command-line': {
    claim: 'The command line of an app’s process begins with its name and a zero byte',
    file: 'host/devices/android/android-link.ts',
    need: 'process',
    holds: allTrue('same'),
  },
  'android.process.tracer': {
    claim: 'The status of an app’s process has lines for Pid and TracerPid',
    file: 'host/devices/android/device-apps.ts',
    need: 'process',
    holds: (seen) => listOf(seen, 'lines').filter((line) => /^(?:Pid|TracerPid):\s*\d+$/.test(line)).length === 2,
  },
  'android.process.domain': {
    claim: 'A debuggable app runs in an SELinux domain of untrusted apps',
    file: 'host/devices/android/android-agent-failures.ts',
    need: 'process',
    holds: everyLine(/^u:r:untrusted_app/),
  },
  'android.process.program': {
    claim: 'The program of an app’s process ends with 64 or 32, as run-as reads it',
    file: 'host/devices/android/android-device.ts',
    need: 'process',
    holds: everyLine(/app_process(?:64|32)$/),
  },
} as const satisfies Readonly<Record<string, Fact>>;
