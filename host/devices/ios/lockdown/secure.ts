import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { PairRecord } from './pair-record.ts';

const HANDSHAKE_MS = 5_000;

/**
 * Goes over to TLS on a connection to a paired device: each side shows the certificate that was exchanged when they were paired. The
 * device's is not checked against a name, as it has none; who could stand in its place would have to be usbmuxd itself.
 */
export async function secure(stream: Duplex, record: PairRecord, signal: AbortSignal): Promise<TLSSocket> {
  const socket = connect({
    socket: stream,
    secureContext: contextOf(record),
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(HANDSHAKE_MS)]) });
  } catch (error) {
    socket.destroy();
    throw error;
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
