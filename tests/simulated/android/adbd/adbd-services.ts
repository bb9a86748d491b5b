import { commandLine } from '../../../../host/devices/android/adb/quote.ts';
import type { PhoneSystem } from '../system/phone-system.ts';
import { connectAbstract, joinSocket } from './abstract-socket.ts';
import type { OpenService } from './adbd-connection.ts';
import type { AdbdStream } from './adbd-stream.ts';
import { rawShell, shellV2 } from './shell-service.ts';
import { syncService } from './sync-service.ts';

/** Services of adbd. Source: AOSP packages/modules/adb/SERVICES.TXT, daemon/services.cpp. */
export function servicesOf(phone: PhoneSystem): OpenService {
  return async (name) => {
    const colon = name.indexOf(':');
    const [service = '', ...options] = (colon < 0 ? name : name.slice(0, colon)).split(',');
    const rest = colon < 0 ? '' : name.slice(colon + 1);
    switch (service) {
      case 'shell':
        return (stream) => (options.includes('v2') ? shellV2 : rawShell)(phone, rest, stream);
      case 'exec':
        return (stream) => rawShell(phone, rest, stream);
      // Words between zeros, for the shell of a system service (AOSP daemon/abb.cpp).
      case 'abb':
      case 'abb_exec': {
        const line = commandLine('cmd', ...rest.split('\0'));
        return (stream) => (service === 'abb' ? shellV2 : rawShell)(phone, line, stream);
      }
      case 'sync':
        return (stream) => syncService(phone, stream);
      case 'localabstract': {
        const socket = await connectAbstract(rest);
        return socket && ((stream) => joinSocket(socket, stream));
      }
      case 'jdwp':
        // With a pid it would be a Java debugger's connection, which no test makes.
        return rest === '' ? (stream) => stream.write(Buffer.from(pids(phone))) : undefined;
      case 'track-jdwp':
        return (stream) => trackPids(phone, stream);
      default:
        return undefined;
    }
  };
}

function pids(phone: PhoneSystem): string {
  return phone.debuggablePids.map((pid) => `${pid}\n`).join('');
}

/** The list again at each change, after its length in four hex digits. */
async function trackPids(phone: PhoneSystem, stream: AdbdStream): Promise<void> {
  const sendList = (): void => {
    const list = pids(phone);
    void stream.write(Buffer.from(list.length.toString(16).padStart(4, '0') + list));
  };
  const forget = phone.onProcesses(sendList);
  sendList();
  await new Promise<void>((resolve) => stream.gone.addEventListener('abort', () => resolve()));
  forget();
}
