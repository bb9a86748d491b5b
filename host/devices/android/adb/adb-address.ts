import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';

export interface AdbAddress {
  readonly host: string;
  readonly port: number;
}

export const defaultAddress: AdbAddress = { host: '127.0.0.1', port: 5037 };

/**
 * The setting, else adb's own variables (ADB_SERVER_SOCKET first), else the default. Source: AOSP
 * packages/modules/adb/client/commandline.cpp.
 */
export function adbAddress(setting: string, environment: NodeJS.ProcessEnv): AdbAddress {
  if (setting !== '') return parsed(setting, phrase`The setting for the adb server`);
  const socket = environment.ADB_SERVER_SOCKET;
  if (socket !== undefined && socket !== '') {
    if (!socket.startsWith('tcp:')) throw unusable('ADB_SERVER_SOCKET', socket, phrase`it is no tcp: socket`, 'tcp:HOST:PORT');
    return parsed(socket.slice('tcp:'.length), 'ADB_SERVER_SOCKET', 'tcp:HOST:PORT');
  }
  const { ANDROID_ADB_SERVER_ADDRESS: host, ANDROID_ADB_SERVER_PORT: port } = environment;
  if (!host && !port) return defaultAddress;
  return parsed(`${host || defaultAddress.host}:${port || defaultAddress.port}`, 'ANDROID_ADB_SERVER_PORT');
}

/** A local server can be started. */
export function isLocal(address: AdbAddress): boolean {
  return address.host === 'localhost' || address.host === '::1' || address.host.startsWith('127.');
}

export function addressText(address: AdbAddress): string {
  return `${address.host}:${address.port}`;
}

/** `HOST:PORT`, `[::1]:PORT` or `PORT`. */
function parsed(text: string, origin: string, form = 'HOST:PORT'): AdbAddress {
  const [, host, port] = /^(?:\[?([^\]\s]+?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  if (port === undefined || number < 1 || number > 65_535) throw unusable(origin, text, phrase`it is not HOST:PORT`, form);
  return { host: host ?? defaultAddress.host, port: number };
}

function unusable(origin: string, text: string, why: string, form: string): LaglensError {
  return new LaglensError({
    code: 'adb-unreachable',
    message: phrase`${origin} is “${text}”; Laglens cannot use it: ${why}.`,
    next: phrase`Set it to ${form} of a running adb server, or leave it empty for the usual one.`,
    action: 'setAdbServer',
  });
}
