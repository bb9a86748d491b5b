import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readForeignFileOrNone } from '../../../../foreign-file.ts';
import { withPrivateTempFolder } from '../../../private-temp-folder.ts';
import { readPlistDict } from '../../protocol/plist/read.ts';
import { PlistError } from '../../protocol/plist/value.ts';
import type { Xcrun } from '../xcrun/xcrun.ts';

const MOST_CERTIFICATE_BYTES = 64 << 10;
/** Profiles of teams with a hundred devices and certificates have some 300 kB. */
const MOST_PROFILE_BYTES = 8 << 20;

/** SHA-1 of the certificate that signed an app, as `security find-identity` writes it; undefined when codesign does not give it out. */
export async function signingCertificate(app: string, xcrun: Xcrun, signal: AbortSignal): Promise<string | undefined> {
  return await withPrivateTempFolder('laglens-certificates-', async (folder) => {
    const prefix = join(folder, 'certificate-');
    const call = { purpose: 'Reading the certificate of the app’s signature', signal };
    const { code } = await xcrun.answer('codesign', ['-d', `--extract-certificates=${prefix}`, app], call);
    // The signer's own certificate is the first of the chain.
    const bytes = code === 0 ? await readForeignFileOrNone(`${prefix}0`, MOST_CERTIFICATE_BYTES) : undefined;
    return bytes === undefined ? undefined : sha1(bytes);
  });
}

/** The same of all certificates that the app's provisioning profile lists; none when it has no profile, or a damaged one. */
export async function profileCertificates(app: string): Promise<readonly string[]> {
  const bytes = await readForeignFileOrNone(join(app, 'embedded.mobileprovision'), MOST_PROFILE_BYTES);
  // A property list inside a CMS message, which has no other text like it.
  const [begin, end] = [bytes?.indexOf('<?xml') ?? -1, bytes?.indexOf('</plist>') ?? -1];
  if (bytes === undefined || begin < 0 || end < begin) return [];
  try {
    const { DeveloperCertificates: listed } = readPlistDict(bytes.subarray(begin, end + '</plist>'.length));
    return Array.isArray(listed) ? listed.filter((each) => each instanceof Uint8Array).map(sha1) : [];
  } catch (error) {
    if (error instanceof PlistError) return [];
    throw error;
  }
}

function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex').toUpperCase();
}
