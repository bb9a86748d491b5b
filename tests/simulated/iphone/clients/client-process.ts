import { spawn } from 'node:child_process';
import type { Usbmuxd } from '../usbmux/usbmuxd.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** No client needs as long; one that hangs fails its test. */
const TIMEOUT_MS = 120_000;

/**
 * Runs a client against a simulated usbmuxd.
 * @param environment on top of this process's; USBMUXD_SOCKET_ADDRESS is set to usbmuxd's port unless it is in it
 */
export function runClient(
  usbmuxd: Usbmuxd,
  program: string,
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      env: { ...process.env, ...usbmuxd.environment, ...environment },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
