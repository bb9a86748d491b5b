import { readFileSync } from 'node:fs';
import { kernelOf, pageBytesOf } from '../personality/phone-facts.ts';
import { appContext } from './actor.ts';
import type { PhoneSystem } from './phone-system.ts';

const SELF_STATUS = `Name:\tcat
Umask:\t0000
State:\tR (running)
Pid:\t4999
PPid:\t4998
TracerPid:\t0
Uid:\t2000\t2000\t2000\t2000
VmRSS:\t    3200 kB
RssAnon:\t     420 kB
RssFile:\t    2780 kB
RssShmem:\t       0 kB
VmSwap:\t       0 kB
Threads:\t1
`;

/** Files of /proc that hosts read, otherwise undefined. The list of sockets is this computer's, reduced to the phone's. */
export function procFile(phone: PhoneSystem, path: string): string | undefined {
  if (path === '/proc/net/unix') return unixSockets(phone);
  if (path === '/proc/meminfo') return 'MemTotal:        3932160 kB\nMemFree:          409600 kB\nMemAvailable:    1843200 kB\n';
  if (path === '/proc/version') return `Linux version ${kernelOf(phone.personality)} (build@host) #1 SMP PREEMPT\n`;
  if (path === '/proc/uptime') return `${process.uptime().toFixed(2)} 0.00\n`;
  if (path === '/proc/cpuinfo') return 'processor\t: 0\nvendor_id\t: GenuineIntel\n\nprocessor\t: 1\nvendor_id\t: GenuineIntel\n\n';
  // Of the shell's program that reads it. Source: Linux fs/proc/task_mmu.c, fs/proc/base.c.
  if (path === '/proc/self/schedstat') return '1843250 91200 12\n';
  if (path === '/proc/self/smaps') return smaps(phone);
  if (path === '/proc/self/status') return SELF_STATUS;
  const match = /^\/proc\/(\d+)\/(cmdline|status|comm|attr\/current)$/.exec(path);
  const process_ = phone.processes.find((each) => each.pid === Number(match?.[1]));
  if (!match || !process_) return undefined;
  // The kernel keeps 15 bytes of a name; zygote passes its end.
  const comm = process_.name.slice(-15);
  switch (match[2]) {
    case 'cmdline':
      return `${process_.name}\0`;
    case 'comm':
      return `${comm}\n`;
    case 'attr/current':
      return `${process_.uid >= 10_000 ? appContext(phone.faults) : 'u:r:system_server:s0'}\0`;
    default: {
      const tracer = phone.faults.debugger === 'native' && process_.pid === phone.runningDemo?.pid ? 1 : 0;
      const ids = Array(4).fill(process_.uid).join('\t');
      return `Name:\t${comm}\nUmask:\t0077\nState:\tS (sleeping)\nTgid:\t${process_.pid}\nNgid:\t0\nPid:\t${process_.pid}\nPPid:\t${process_.parent}\nTracerPid:\t${tracer}\nUid:\t${ids}\nGid:\t${ids}\nVmRSS:\t  131072 kB\nThreads:\t18\n`;
    }
  }
}

/** Its first mapping. Source: Linux fs/proc/task_mmu.c, show_smap. */
function smaps({ personality }: PhoneSystem): string {
  const kib = pageBytesOf(personality) / 1024;
  return `5a8c1e6000-5a8c20c000 r--p 00000000 fe:00 1042                           /system/bin/toybox\nSize:                152 kB\nKernelPageSize:       ${kib} kB\nMMUPageSize:          ${kib} kB\n`;
}

function unixSockets(phone: PhoneSystem): string {
  const [header = '', ...rows] = readFileSync('/proc/net/unix', 'utf8').split('\n');
  const pid = phone.runningDemo?.pid;
  const apps = rows.filter((row) => pid !== undefined && new RegExp(`@[a-z_-]+-${pid}-`).test(row));
  const system = [
    '0000000000000000: 00000002 00000000 00010000 0005 01 10001 /dev/socket/adbd',
    '0000000000000000: 00000002 00000000 00010000 0005 01 10002 @jdwp-control',
    '0000000000000000: 00000002 00000000 00010000 0001 01 10003 /dev/socket/zygote',
  ];
  return `${[header, ...system, ...apps].join('\n')}\n`;
}
