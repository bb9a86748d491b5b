import { closeSync, openSync, readSync } from 'node:fs';
import type { InstalledApp } from './package-table.ts';
import type { PhoneSystem } from './phone-system.ts';
import type { RunningApp } from './running-app.ts';

/**
 * What the app's process does with an agent that the system server hands it: nothing comes back to the caller, failures stand in the
 * log only. Sources: AOSP ActivityThread.attemptAttachAgent, art/runtime/runtime.cc AttachAgent, art/runtime/ti/agent.cc.
 */
export async function attachAgent(phone: PhoneSystem, app: InstalledApp, running: RunningApp, agent: string): Promise<void> {
  if (phone.faults.attachSilent) return;
  const uid = phone.uidOfProcess(running.pid);
  if (phone.faults.diesAtAttach) {
    phone.log.write(
      'F',
      'libc',
      running.pid,
      uid,
      `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid ${running.pid} (main)`,
    );
    await running.stop();
    return;
  }
  const failure = refusalOfLinker(phone, app, agent) ?? (await running.attachAgent(withHostPaths(phone, agent)));
  if (failure === undefined) return;
  phone.log.write('W', app.name.slice(-15), running.pid, uid, `Agent attach failed (result=1) : ${failure}`);
  phone.log.write(
    'E',
    'ActivityThread',
    running.pid,
    uid,
    `Attaching agent with dalvik.system.PathClassLoader[DexPathList] failed: ${agent}`,
  );
}

/** Why bionic's linker would not load the agent, in its words; undefined when it would. */
export function refusalOfLinker(phone: PhoneSystem, app: InstalledApp, agent: string): string | undefined {
  const path = agent.split('=')[0] ?? '';
  const unable = (why: string): string => `Unable to dlopen ${path}: dlopen failed: ${why}`;
  if (!phone.files.exists(path)) return unable(`library "${path}" not found`);
  // Apps may map code of their own data folder; of the shell's they may only read (sepolicy: no execute on shell_data_file).
  const own = new RegExp(`^/data/(data|user/\\d+)/${app.name.replaceAll('.', '\\.')}/`).test(path);
  if (!own || phone.faults.dlopenDenied) {
    const context = own ? 'app_data_file' : 'shell_data_file';
    const file = path.split('/').at(-1) ?? '';
    phone.log.write(
      'W',
      'main',
      0,
      0,
      `type=1400 audit(0.0:${100 + file.length}): avc: denied { execute } for path="${path}" tcontext=u:object_r:${context}:s0`,
    );
    return unable(`couldn't map "${path}" segment 1: Permission denied`);
  }
  return refusalOfElf(phone.files.hostPath(path), path, unable);
}

const MACHINES: Readonly<Record<number, string>> = { 3: 'EM_386', 40: 'EM_ARM', 62: 'EM_X86_64', 183: 'EM_AARCH64' };

/** bionic's linker_phdr.cpp VerifyElfHeader, for a process of x86-64. */
function refusalOfElf(hostPath: string, path: string, unable: (why: string) => string): string | undefined {
  const header = Buffer.alloc(20);
  const fd = openSync(hostPath, 'r');
  const length = readSync(fd, header, 0, 20, 0);
  closeSync(fd);
  if (length < 20) return unable(`"${path}" is too small to be an ELF executable: only found ${length} bytes`);
  if (header.toString('latin1', 0, 4) !== '\x7fELF') return unable(`"${path}" has bad ELF magic: ${header.toString('hex', 0, 4)}`);
  if (header[4] === 1) return unable(`"${path}" is 32-bit instead of 64-bit`);
  const machine = header.readUInt16LE(18);
  if (machine === 62) return undefined;
  return unable(`"${path}" is for ${MACHINES[machine] ?? 'EM_NONE'} (${machine}) instead of EM_X86_64 (62)`);
}

/** The agent's own path and those among its options, as this computer names them. */
export function withHostPaths(phone: PhoneSystem, agent: string): string {
  return agent.replace(/(^|=)(\/data\/[^,=]*)/g, (_all, before: string, path: string) => before + phone.files.hostPath(path));
}
