import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import { AndroidProvider, type AndroidSettings } from '../../host/devices/android/android-provider.ts';
import type { DeployOptions } from '../../host/devices/device.ts';
import { loadAgent } from '../../host/devices/jvm/hotspot-attach.ts';
import { javaProcess } from '../../host/devices/jvm/java-processes.ts';
import type { AdbServer } from '../simulated/android/adb-server.ts';
import type { Faults } from '../simulated/android/android-faults.ts';
import type { Personality } from '../simulated/android/personality/personality.ts';
import { connectPhone, type Phone } from '../simulated/android/simulated-phone.ts';
import type { Abi, AndroidVersion } from '../simulated/android/system/android-release.ts';
import type { RunningApp } from '../simulated/android/system/running-app.ts';
import { compileJavaProgram, type JavaClasses, type JavaProgram, startJavaProgram } from './java-program.ts';

export const agentFiles = new AgentFiles(fileURLToPath(new URL('../../device-agents/prebuilt', import.meta.url)));

/** Attaches to a running app; nothing listens to the steps. */
export const deployOptions: DeployOptions = {
  launch: false,
  token: new Uint8Array(16).fill(0xa5),
  intervalUs: 10_000,
  depth: 512,
  progress: () => undefined,
  log: () => undefined,
  signal: new AbortController().signal,
};

interface JavaPhoneOptions {
  readonly android: AndroidVersion;
  readonly faults?: Faults;
  readonly personality?: Personality;
  readonly abi?: Abi;
  /** Another phone's, by default its own. */
  readonly server?: AdbServer;
}

/** A simulated phone whose `com.example.shop` is a small Java program on this computer's JVM. */
export interface JavaPhone {
  readonly phone: Phone<RunningApp>;
  /** A provider by the phone's adb server. */
  provider(settings?: Partial<AndroidSettings>): AndroidProvider;
  stop(): Promise<void>;
}

let compiled: Promise<JavaClasses> | undefined;

/** Once for all phones of a test file. */
function compiledOnce(): Promise<JavaClasses> {
  compiled ??= compileJavaProgram().then((classes) => {
    process.once('exit', () => rmSync(classes.folder, { recursive: true, force: true }));
    return classes;
  });
  return compiled;
}

export async function startJavaPhone(options: JavaPhoneOptions): Promise<JavaPhone> {
  const program = await compiledOnce();
  const phone = await connectPhone<RunningApp>({
    ...options,
    launch: async (agent) => {
      const started = await startJavaProgram(program, agent === undefined ? [] : [`-agentpath:${agent}`]);
      return runningApp(started);
    },
  });
  return {
    phone,
    provider: (settings = {}) =>
      new AndroidProvider(agentFiles, {
        adbPath: '',
        adbServer: '',
        attachTimeoutMs: 120_000,
        environment: { ...process.env, ADB_SERVER_SOCKET: phone.server.socket },
        ...settings,
      }),
    stop: () => phone.stop(),
  };
}

function runningApp(program: JavaProgram): RunningApp {
  return {
    pid: program.pid,
    ended: program.ended,
    stop: () => program.stop(),
    attachAgent: async (agent) => {
      const facts = await javaProcess(program.pid);
      if (facts === undefined) return 'The process is gone.';
      const [library = '', ...options] = agent.split('=');
      const answer = await loadAgent(facts, library, options.join('='), AbortSignal.timeout(120_000));
      return answer.code === 0 ? undefined : answer.text;
    },
  };
}
