import { posix } from 'node:path';
import { executableOf } from '../apps/installed-app.ts';
import type { Iphone } from '../simulated-iphone.ts';
import type { Channel } from './channel.ts';

/** Running processes (`com.apple.instruments.server.services.deviceinfo`; go-ios, ios/instruments/instruments_deviceinfo.go). */
export function deviceInfo({ processes }: Iphone): Channel {
  const running = () =>
    processes.all().map(({ app, pid, startedAt }) => ({
      name: posix.basename(executableOf(app)),
      realAppName: executableOf(app),
      pid,
      isApplication: true,
      // An odd millisecond: a whole second would be archived as an integer, but dates are real.
      startDate: new Date(2 * Math.floor(startedAt.getTime() / 2) + 1),
    }));
  return {
    runningProcesses: async () => {
      const launchd = { name: 'launchd', realAppName: '/sbin/launchd', pid: 1, isApplication: false, startDate: new Date(1) };
      return [launchd, ...running()];
    },
    'isRunningPid:': async ([pid]) => running().some((one) => one.pid === Number(pid)),
    'execnameForPid:': async ([pid]) => running().find((one) => one.pid === Number(pid))?.realAppName ?? null,
  };
}
