import { type ErrorCode, LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';

/** Typical when the phone is at the reader's own computer. */
const serverTroubles: ReadonlySet<ErrorCode> = new Set(['adb-not-found', 'adb-start-failed', 'adb-unreachable']);

/** @param remote as VS Code names it: `ssh-remote`, `wsl`, `dev-container`, `attached-container`, … */
export function remoteHint(remote: string): string {
  const question = phrase`Is the phone plugged into your own computer, while this window runs on another one (${remote})?`;
  const start = phrase`Run “adb start-server” on the computer with the phone.`;
  return phrase`${question} ${start} ${nextStep(remote)}`;
}

function nextStep(remote: string): string {
  switch (remote) {
    case 'ssh-remote':
      return phrase`Then add “RemoteForward 5037 127.0.0.1:5037” to your ssh settings for this host, and connect again. No adb server may run on this host itself.`;
    case 'wsl':
      return phrase`On Windows, also set “networkingMode=mirrored” in .wslconfig. Or pass the phone to WSL with usbipd and install adb here.`;
    case 'dev-container':
    case 'attached-container':
      return phrase`Then set the adb server here to host.docker.internal:5037. On Linux, run the container with --network=host instead.`;
    default:
      return phrase`Then forward its port 5037 to port 5037 here. Or open the folder in a window on that computer.`;
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
