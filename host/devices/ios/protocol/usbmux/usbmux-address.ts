/** A UNIX socket or a port; always a port on Windows. */
export type UsbmuxAddress = { readonly path: string } | { readonly host: string; readonly port: number };

const WINDOWS_PORT = 27015;

/** USBMUXD_SOCKET_ADDRESS (`UNIX:/path`, `unix:///path`, `/path`, `host:port`, `tcp://host:port`), else the system's default. */
export function usbmuxAddress(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): UsbmuxAddress {
  const configured = environment.USBMUXD_SOCKET_ADDRESS?.trim() ?? '';
  const [, path] = /^(?:unix:(?:\/\/(?=\/))?)?(\/.*)$/i.exec(configured) ?? [];
  if (path !== undefined) return { path };
  const [, bracketed, plain, port = ''] = /^(?:tcp:(?:\/\/)?)?(?:\[([^\]]+)\]|([^:/]+)):(\d{1,5})$/i.exec(configured) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && Number(port) > 0 && Number(port) < 65536) return { host, port: Number(port) };
  return platform === 'win32' ? { host: '127.0.0.1', port: WINDOWS_PORT } : { path: '/var/run/usbmuxd' };
}

export function addressText(address: UsbmuxAddress): string {
  return 'path' in address ? address.path : `${address.host}:${address.port}`;
}
