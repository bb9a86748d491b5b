import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { ProtocolError } from '../input.ts';
import type { Pairings, TrustedHost } from './pairing.ts';
import { privateKeyPem } from './pairing-certificates.ts';

/**
 * Starts TLS on a clear stream. Both sides show their pairing's certificates, without an authority.
 * @throws ProtocolError if the host can't, or shows another certificate
 */
export async function secure(stream: Duplex, pairings: Pairings, host: TrustedHost): Promise<TLSSocket> {
  const secureContext = createSecureContext({
    key: privateKeyPem(pairings.keys.privateKey),
    cert: host.deviceCertificate,
    minVersion: 'TLSv1.2',
    // Hosts' certificates may use SHA-1, as libimobiledevice's for old devices.
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const tls = new TLSSocket(stream, { isServer: true, secureContext, requestCert: true, rejectUnauthorized: false });
  stream.once('close', () => tls.destroy());
  try {
    await Promise.race([once(tls, 'secure'), once(tls, 'close').then(() => Promise.reject(new ProtocolError('no TLS')))]);
  } catch (error) {
    tls.destroy();
    throw error instanceof ProtocolError ? error : new ProtocolError(`no TLS: ${error}`);
  }
  tls.on('error', () => {});
  const shown = tls.getPeerX509Certificate();
  if (!shown || !host.certificates.some(({ raw }) => raw.equals(shown.raw))) {
    tls.destroy();
    throw new ProtocolError('the host showed another certificate than when it paired');
  }
  return tls;
}
