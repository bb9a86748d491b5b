import type { Tool } from '../tools.ts';
import { type InstalledApp, installApp, installedApp, installedApps, uninstallApp } from '../xcrun-apps.ts';
import { endApp, runningApps } from '../xcrun-processes.ts';
import { oldPlist } from './simctl-old-plist.ts';
import { failure, findBooted, isSimulator, simulatorFolder } from './simulators.ts';

/** `simctl install DEVICE APP`: a running app ends. */
export const install: Tool = async ([wanted = '', path = ''], xcode) => {
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const folder = simulatorFolder(xcode, simulator);
  try {
    const { bundleId } = await installApp(folder, path);
    for (const app of await runningApps(folder)) if (app.bundleId === bundleId) await endApp(app);
  } catch {
    const said = [
      'Simulator device failed to install the application.',
      'Missing bundle ID.',
      'Underlying error (domain=IXErrorDomain, code=13):',
    ];
    return { stderr: failure('IXErrorDomain', 13, ...said), code: 22 };
  }
  return {};
};

/** `simctl uninstall DEVICE BUNDLE`. */
export const uninstall: Tool = async ([wanted = '', bundleId = ''], xcode) => {
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const folder = simulatorFolder(xcode, simulator);
  for (const app of await runningApps(folder)) if (app.bundleId === bundleId) await endApp(app);
  const app = await installedApp(folder, bundleId);
  if (app !== undefined) await uninstallApp(folder, app);
  return {};
};

/** `simctl listapps DEVICE`, in old-style property lists. */
export const listApps: Tool = async ([wanted = ''], xcode) => {
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const apps = await installedApps(simulatorFolder(xcode, simulator));
  return { stdout: oldPlist(Object.fromEntries(apps.map((app) => [app.bundleId, described(app)]))) };
};

function described({ bundle, data, bundleId, kind, name, executable, build }: InstalledApp) {
  return {
    ApplicationType: kind,
    Bundle: `file://${encodeURI(bundle)}/`,
    CFBundleDisplayName: name,
    CFBundleExecutable: executable,
    CFBundleIdentifier: bundleId,
    CFBundleName: name,
    CFBundleVersion: build,
    DataContainer: `file://${encodeURI(data)}/`,
    GroupContainers: {},
    Path: bundle,
    SBAppTags: [],
  };
}

/** `simctl get_app_container DEVICE BUNDLE [app|data]`. */
export const appContainer: Tool = async ([wanted = '', bundleId = '', which = 'app'], xcode) => {
  const simulator = await findBooted(xcode, wanted);
  if (!isSimulator(simulator)) return simulator;
  const app = await installedApp(simulatorFolder(xcode, simulator), bundleId);
  if (app !== undefined) return { stdout: `${which === 'data' ? app.data : app.bundle}\n` };
  const said = ['The operation couldn’t be completed. No such file or directory', 'No such file or directory'];
  return { stderr: failure('NSPOSIXErrorDomain', 2, ...said), code: 2 };
};
