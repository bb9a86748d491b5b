import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { createSecureContext, connect as overConnection, type SecureContext, type TLSSocket } from 'node:tls';
import { timeoutSignal } from '../../../../time-limits.ts';
import { ConnectionEnded } from '../bytes/exact-bytes.ts';
import type { PairRecord } from './pair-record.ts';

const HANDSHAKE_MS = 5_000;

/**
 * Goes over to TLS on a connection to a paired device: each side shows the certificate that was exchanged when they were paired. The
 * device's is not checked against a name, as it has none; who could stand in its place would have to be usbmuxd itself.
 */
export async function secure(stream: Duplex, record: PairRecord, signal: AbortSignal): Promise<TLSSocket> {
  const patience = timeoutSignal(HANDSHAKE_MS);
  const socket = overConnection({ socket: stream, secureContext: contextOf(record), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, patience]) });
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    const why = patience.aborted ? `nothing within ${HANDSHAKE_MS / 1000} s` : cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionEnded(`The device did not go over to TLS: ${why}.`, { cause });
  }
  socket.on('error', () => undefined);
  return socket;
}

function contextOf({ hostPrivateKey, hostCertificate }: PairRecord): SecureContext {
  const own = { key: Buffer.from(hostPrivateKey), cert: Buffer.from(hostCertificate) };
  try {
    // Pairing makes certificates with SHA-1, which OpenSSL takes at its lowest level of security only.
    return createSecureContext({ ...own, ciphers: 'DEFAULT@SECLEVEL=0' });
  } catch {
    // VS Code's BoringSSL knows no levels, and takes them as they are.
    return createSecureContext(own);
  }
}
