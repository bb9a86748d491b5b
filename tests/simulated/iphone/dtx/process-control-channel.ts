import { LaunchRefused } from '../apps/app-processes.ts';
import { type Dictionary, isDictionary, type PlistValue } from '../property-list.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { type Channel, DtxRefused } from './channel.ts';

const DOMAIN = 'com.apple.dt.deviceprocesscontrolservice';

/** Starts and ends apps (`com.apple.instruments.server.services.processcontrol`; go-ios, ios/instruments/processcontrol.go). */
export function processControl({ apps, processes }: Iphone): Channel {
  return {
    'launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:': async ([
      _path,
      bundleId,
      environment,
      argv,
      options,
    ]) => {
      const launchOptions: Dictionary = isDictionary(options) ? options : {};
      try {
        const { pid } = await processes.launch(String(bundleId), {
          environment: textsOf(environment),
          arguments: Array.isArray(argv) ? argv.map(String) : [],
          killExisting: isYes(launchOptions.KillExisting),
          suspended: isYes(launchOptions.StartSuspendedKey),
        });
        return pid;
      } catch (error) {
        if (!(error instanceof LaunchRefused)) throw error;
        throw new DtxRefused({ domain: error.domain, code: error.code, description: error.message });
      }
    },
    'processIdentifierForBundleIdentifier:': async ([bundleId]) => processes.of(String(bundleId))?.pid ?? 0,
    'killPid:': async ([pid]) => {
      await processes.kill(Number(pid));
      return null;
    },
    'resumePid:': async ([pid]) => {
      if (!processes.resume(Number(pid))) throw new DtxRefused({ domain: DOMAIN, code: 3, description: `no process ${pid}` });
      return null;
    },
    'startObservingPid:': async () => null,
    'stopObservingPid:': async () => null,
    'bundleIdentifierForAppAtPath:': async ([path]) => apps.all().find((app) => app.folder === path)?.bundleId ?? null,
  };
}

function textsOf(value: PlistValue | undefined): Readonly<Record<string, string>> {
  const entries = isDictionary(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

function isYes(value: PlistValue | undefined): boolean {
  return value === true || value === 1;
}
