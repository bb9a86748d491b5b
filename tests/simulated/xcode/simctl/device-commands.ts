import type { Tool } from '../tools.ts';
import { endApp, runningApps } from '../xcrun-processes.ts';
import { failure, find, isSimulator, type Simulator, saveSimulator, simulatorFolder, simulators } from './simulators.ts';

/** `simctl list -j [devices]`. */
export const list: Tool = async (_args, xcode) => {
  const devices: Record<string, unknown[]> = {};
  for (const simulator of await simulators(xcode)) {
    const runtime = `com.apple.CoreSimulator.SimRuntime.${simulator.runtime}`;
    devices[runtime] = [...(devices[runtime] ?? []), listed(simulator, simulatorFolder(xcode, simulator))];
  }
  return { stdout: `${JSON.stringify({ devices }, undefined, 2)}\n` };
};

function listed({ udid, name, deviceType, state, unavailable }: Simulator, folder: string): unknown {
  return {
    ...(unavailable === undefined ? { lastBootedAt: '2026-02-03T08:15:00Z' } : { availabilityError: unavailable }),
    dataPath: `${folder}/data`,
    dataPathSize: 4096,
    logPath: `${folder}/logs`,
    udid,
    isAvailable: unavailable === undefined,
    deviceTypeIdentifier: `com.apple.CoreSimulator.SimDeviceType.${deviceType}`,
    state,
    name,
  };
}

/** `simctl boot DEVICE`. */
export const boot: Tool = async ([wanted = ''], xcode) => {
  const simulator = await find(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const domain = 'com.apple.CoreSimulator.SimError';
  if (simulator.state !== 'Shutdown')
    return { stderr: failure(domain, 405, `Unable to boot device in current state: ${simulator.state}`), code: 149 };
  if (simulator.unavailable !== undefined)
    return { stderr: failure(domain, 404, `Unable to boot device: ${simulator.unavailable}`), code: 148 };
  // Boots during `bootstatus`.
  await saveSimulator(xcode, { ...simulator, state: 'Booting' });
  return {};
};

/** `simctl bootstatus DEVICE [-b]`. */
export const bootStatus: Tool = async (args, xcode) => {
  const simulator = await find(xcode, args.find((arg) => !arg.startsWith('-')) ?? '');
  if (!isSimulator(simulator)) return simulator;
  const before = simulator.state;
  if (before === 'Booting' || (args.includes('-b') && before !== 'Booted')) await saveSimulator(xcode, { ...simulator, state: 'Booted' });
  const begin = `Monitoring boot status for ${simulator.name} (${simulator.udid}).\n`;
  if (before === 'Booted') return { stdout: `${begin}Device already booted, nothing to do.\n` };
  const steps = ['Waiting on Backboard', 'Waiting on Data Migration', 'Waiting on System App', 'Finished'];
  const lines = steps.map(
    (step, n) =>
      `[2026-02-03 08:15:0${n} +0000] Status=${n + 1}, isTerminal=${step === 'Finished' ? 'YES' : 'NO'}, Elapsed=00:0${n}.\n    ${step}\n`,
  );
  return { stdout: begin + lines.join('') };
};

/** `simctl shutdown DEVICE`: ends all its processes. */
export const shutdown: Tool = async ([wanted = ''], xcode) => {
  const simulator = await find(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  await saveSimulator(xcode, { ...simulator, state: 'Shutdown' });
  for (const app of await runningApps(simulatorFolder(xcode, simulator))) await endApp(app);
  return {};
};
