import { unzip } from '../../../house/zip.ts';
import { readBinaryXml, type XmlElement } from './binary-xml.ts';
import { signerOf } from './signing-block.ts';

/** What the package manager takes from an APK. */
export interface Apk {
  readonly name: string;
  readonly versionCode: number;
  readonly versionName: string;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly debuggable: boolean;
  /** Activities with a launcher icon. */
  readonly launchers: readonly string[];
  /** SHA-256 of the certificate; undefined if unsigned. */
  readonly signer: string | undefined;
}

/** @throws Error for other bytes */
export function readApk(bytes: Buffer): Apk {
  const manifest = unzip(bytes).get('AndroidManifest.xml');
  if (manifest === undefined) throw new Error('no manifest');
  const elements = readBinaryXml(manifest);
  const root = attributesOf(elements, 'manifest');
  const sdk = attributesOf(elements, 'uses-sdk');
  return {
    name: String(root.get('package')),
    versionCode: Number(root.get('versionCode') ?? 0),
    versionName: String(root.get('versionName') ?? ''),
    minSdk: Number(sdk.get('minSdkVersion') ?? 1),
    targetSdk: Number(sdk.get('targetSdkVersion') ?? sdk.get('minSdkVersion') ?? 1),
    debuggable: attributesOf(elements, 'application').get('debuggable') === true,
    launchers: launchersIn(elements),
    signer: signerOf(bytes),
  };
}

function attributesOf(elements: readonly XmlElement[], name: string): XmlElement['attributes'] {
  return elements.find((element) => element.name === name)?.attributes ?? new Map();
}

function launchersIn(elements: readonly XmlElement[]): readonly string[] {
  const found: string[] = [];
  let activity = '';
  for (const { name, attributes } of elements) {
    if (name === 'activity') activity = String(attributes.get('name'));
    if (name === 'category' && attributes.get('name') === 'android.intent.category.LAUNCHER') found.push(activity);
  }
  return found;
}
