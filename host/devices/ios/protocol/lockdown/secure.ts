import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { createSecureContext, connect as overConnection, type SecureContext, type TLSSocket } from 'node:tls';
import { timeoutSignal } from '../../../../time-limits.ts';
import { ConnectionEnded } from '../bytes/exact-bytes.ts';
import { type PlistDict, textOf } from '../plist/value.ts';

/** This computer's side of a pairing. The key is a secret: never log it. */
export interface PairRecord {
  readonly hostId: string;
  readonly systemBuid: string;
  /** PEM. */
  readonly hostCertificate: Uint8Array;
  readonly hostPrivateKey: Uint8Array;
}

/** Undefined when incomplete. */
export function pairRecordOf(record: PlistDict): PairRecord | undefined {
  const { HostCertificate, HostPrivateKey } = record;
  const hostId = textOf(record, 'HostID');
  if (hostId === '' || !(HostCertificate instanceof Uint8Array) || !(HostPrivateKey instanceof Uint8Array)) return undefined;
  return { hostId, systemBuid: textOf(record, 'SystemBUID'), hostCertificate: HostCertificate, hostPrivateKey: HostPrivateKey };
}

const HANDSHAKE_MS = 5_000;

/** TLS with the certificates of the pairing. The device's certificate has no name to check; only usbmuxd could replace it. */
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
    // Pairing uses SHA-1 certificates, which need OpenSSL's lowest level.
    return createSecureContext({ ...own, ciphers: 'DEFAULT@SECLEVEL=0' });
  } catch {
    // VS Code's BoringSSL has no levels.
    return createSecureContext(own);
  }
}
