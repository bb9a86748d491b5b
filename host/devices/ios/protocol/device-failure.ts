import { LaglensError } from '../../../../core/errors.ts';

/** A device, its service or usbmuxd is gone or refused. */
export abstract class DeviceFailure extends Error {}

/** False for defects, cancels and errors for people. */
export function isDeviceFailure(error: unknown): error is Error {
  if (error instanceof DeviceFailure) return true;
  // Errors of sockets and of TLS carry a code.
  return (
    error instanceof Error &&
    !(error instanceof LaglensError) &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.name !== 'AbortError'
  );
}
