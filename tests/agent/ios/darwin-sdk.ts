import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { darwinHeaders } from '../../../scripts/setup/darwin-headers.ts';

/** Each is a part of the module Darwin, as in Apple's module map. A type that several declare belongs to the first. */
const HEADERS = [
  'stdint.h',
  ...['stdlib.h', 'string.h', 'strings.h', 'unistd.h', 'fcntl.h', 'time.h', 'errno.h', 'signal.h', 'poll.h', 'dlfcn.h', 'stdio.h'],
  ...['pthread.h', 'pthread/qos.h', 'inttypes.h', 'sched.h', 'netinet/in.h', 'malloc/malloc.h', 'os/lock.h'],
  ...['sys/types.h', 'sys/cdefs.h', 'sys/time.h', 'sys/resource.h', 'sys/socket.h', 'sys/sysctl.h', 'sys/stat.h', 'sys/mman.h'],
  ...['sys/file.h', 'sys/proc.h', 'sys/qos.h', 'mach/mach.h', 'mach/mach_time.h', 'mach/task_info.h', 'mach/thread_info.h'],
  ...['mach/thread_act.h', 'mach/task.h', 'mach/vm_map.h', 'mach/mach_port.h', 'mach-o/loader.h', 'mach-o/nlist.h', 'mach-o/dyld.h'],
  ...['dispatch/dispatch.h', 'TargetConditionals.h'],
] as const;

/** Stands in for an SDK: Apple's C headers under our module map, without frameworks. */
export interface DarwinSdk {
  /** For `-isysroot`. */
  readonly root: string;
  /** Includes each header of the module, one by one. */
  readonly allHeaders: string;
}

export async function makeDarwinSdk(folder: string): Promise<DarwinSdk> {
  const include = join(folder, 'usr', 'include');
  await mkdir(join(folder, 'usr'), { recursive: true });
  await cp(await darwinHeaders(), include, { recursive: true });
  const parts = HEADERS.map((name) => `  module "${name}" { header "${name}" export * }\n`);
  await writeFile(join(include, 'module.modulemap'), `module Darwin [system] [extern_c] {\n${parts.join('')}}\n`);
  const allHeaders = join(folder, 'all-headers.h');
  await writeFile(allHeaders, HEADERS.map((name) => `#include <${name}>\n`).join(''));
  return { root: folder, allHeaders };
}
