import { spawn } from 'node:child_process';
import type { Usbmuxd } from '../usbmux/usbmuxd.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Limit for a hanging client. */
const TIMEOUT_MS = 120_000;

/**
 * Runs a client against a simulated usbmuxd.
 * @param environment added to this process's; USBMUXD_SOCKET_ADDRESS defaults to usbmuxd's port
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
