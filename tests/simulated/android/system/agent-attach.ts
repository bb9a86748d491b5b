import { appContext } from './actor.ts';
import { ownPath, refusalOfElf } from './agent-library.ts';
import { writeNoise } from './log-noise.ts';
import type { InstalledApp } from './package-table.ts';
import type { Priority } from './phone-log.ts';
import type { PhoneSystem } from './phone-system.ts';
import type { RunningApp } from './running-app.ts';

/**
 * The app's process loads an agent from the system server: no result comes back; failures are only in the log, among thousands of lines. It
 * tries the app's class loader first, then none. Sources: AOSP ActivityThread.attemptAttachAgent, art/runtime/runtime.cc AttachAgent,
 * art/runtime/ti/agent.cc.
 */
export async function attachAgent(phone: PhoneSystem, app: InstalledApp, running: RunningApp, agent: string): Promise<void> {
  if (phone.faults.attachSilent) return;
  const uid = phone.uidOfProcess(running.pid);
  const say = (priority: Priority, tag: string, text: string): void => phone.log.write(priority, tag, running.pid, uid, text);
  if (phone.faults.diesAtAttach) {
    await crash(phone, app, running);
    return;
  }
  const failed = (loader: string, why: string): void => {
    say('W', app.name.slice(-15), `Agent attach failed (result=1) : ${why}`);
    say('E', 'ActivityThread', `Attaching agent with ${loader} failed: ${agent}`);
  };
  const path = agent.split('=')[0] ?? '';
  const refused = (): string | undefined => refusalOfLinker(phone, app, agent, running.pid);
  if (phone.faults.firstLoaderFails) {
    failed(APP_LOADER, `Unable to dlopen ${path}: dlopen failed: "${path}" is for EM_X86_64 (62) instead of EM_AARCH64 (183)`);
    await phone.log.read();
  }
  const load = async (): Promise<string | undefined> =>
    phone.faults.agentFails ? undefined : running.attachAgent(withHostPaths(phone, agent));
  const failure = refused() ?? (await load());
  if (failure !== undefined) {
    failed(APP_LOADER, failure);
    failed('null', refused() ?? failure);
  } else {
    phone.log.write('W', app.name.slice(-15), running.pid, uid, avc('granted', 'execute', path, 'app_data_file', phone));
    if (phone.faults.agentFails) say('E', 'laglens', 'cannot listen for the host, error -98');
  }
  writeNoise(phone.log, running.pid, uid);
}

const APP_LOADER =
  'dalvik.system.PathClassLoader[DexPathList[[zip file "/data/app/base.apk"],nativeLibraryDirectories=[/data/app/lib/x86_64]]]';

/** The process' own line, and crash_dump's tombstone, with its own process id. */
async function crash(phone: PhoneSystem, app: InstalledApp, running: RunningApp): Promise<void> {
  const { pid } = running;
  const signal = 'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0';
  phone.log.write('F', 'libc', pid, app.appId, `Fatal ${signal} in tid ${pid} (main), pid ${pid} (main)`, 'crash');
  for (const text of [
    '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
    `pid: ${pid}, tid: ${pid}, name: main  >>> ${app.name} <<<`,
    `${signal}`,
    '      #00 pc 0000000000001234  /data/app/lib/x86_64/libshop.so',
  ])
    phone.log.write('F', 'DEBUG', CRASH_DUMP_PID, app.appId, text, 'crash');
  writeNoise(phone.log, pid, app.appId);
  await running.stop();
}

const CRASH_DUMP_PID = 5_000_950;

/**
 * As the kernel writes it, with two blanks on both sides, and logd logs it, for the process concerned. Source: linux
 * security/selinux/avc.c.
 */
function avc(verdict: 'denied' | 'granted', permission: string, path: string, type: string, { faults }: PhoneSystem): string {
  const facts = `dev="dm-5" ino=4711 scontext=${appContext(faults)} tcontext=u:object_r:${type}:s0:c123,c256,c512,c768 tclass=file`;
  return `type=1400 audit(0.0:123): avc:  ${verdict}  { ${permission} } for  path="${path}" ${facts}${verdict === 'denied' ? ' permissive=0' : ''}`;
}

/** bionic's words if its linker refuses the agent. */
export function refusalOfLinker(phone: PhoneSystem, app: InstalledApp, agent: string, pid: number): string | undefined {
  const path = agent.split('=')[0] ?? '';
  const unable = (why: string): string => `Unable to dlopen ${path}: dlopen failed: ${why}`;
  if (!phone.files.exists(path)) return unable(`library "${path}" not found`);
  // Apps may map code of their own data folder, and only read the shell's (sepolicy: no execute on shell_data_file).
  const own = new RegExp(`^/data/(data|user/\\d+)/${app.name.replaceAll('.', '\\.')}/`).test(path);
  if (!own || phone.faults.dlopenDenied || phone.faults.platformSigned) {
    const type = own ? 'app_data_file' : 'shell_data_file';
    phone.log.write('W', app.name.slice(-15), pid, app.appId, avc('denied', 'execute', path, type, phone));
    return unable(`couldn't map "${path}" segment 1: Permission denied`);
  }
  return refusalOfElf(phone, path, unable);
}

/** The agent's path, and paths in its options, on this computer. */
export function withHostPaths(phone: PhoneSystem, agent: string): string {
  return agent.replace(/(^|=)(\/data\/[^,=]*)/g, (_all, before: string, path: string) => before + ownPath(phone, path));
}
