import { type ErrorCode, LaglensError } from '../../../../core/errors.ts';

/** Typical when the phone is at the reader's own computer. */
const serverTroubles: ReadonlySet<ErrorCode> = new Set(['adb-not-found', 'adb-start-failed', 'adb-unreachable']);

/** @param remote as VS Code names it: `ssh-remote`, `wsl`, `dev-container`, `attached-container`, … */
export function remoteHint(remote: string): string {
  const there = `Is the phone plugged into another computer than this window’s (${remote})? Run “adb start-server” on that one`;
  switch (remote) {
    case 'ssh-remote':
      return `${there}, and forward its port there: “ssh -R 5037:127.0.0.1:5037 …”, or “RemoteForward 5037 127.0.0.1:5037” in the ssh settings of this host. No other adb server may run here.`;
    case 'wsl':
      return `${there}, which is Windows. With “networkingMode=mirrored” in .wslconfig it is then reached by itself; without, hand the phone to WSL with usbipd and install adb here.`;
    case 'dev-container':
    case 'attached-container':
      return `${there}, then set the adb server here to host.docker.internal:5037; on Linux run the container with --network=host instead.`;
    default:
      return `${there}, and forward port 5037 of it to port 5037 here. Or open the folder in a window of that computer.`;
  }
}

/** Points remote windows to the phone's computer. */
export function forWindow(error: unknown, remote: string | undefined): unknown {
  if (remote === undefined || !(error instanceof LaglensError) || !serverTroubles.has(error.code)) return error;
  const { code, message, action, output } = error;
  return new LaglensError({
    code,
    message,
    next: remoteHint(remote),
    ...(action === undefined ? {} : { action }),
    ...(output === undefined ? {} : { output }),
    cause: error,
  });
}
