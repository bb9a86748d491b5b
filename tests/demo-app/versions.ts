/** An Android release whose looper classes run the demo app. */
export type AndroidVersion = '9' | '11' | '14' | '15' | '16' | '17';

export interface Pinned {
  /** `group:name:version` on Maven Central. */
  readonly artifact: string;
  readonly sha256: string;
}

/**
 * Android's framework classes by release, as the Robolectric project publishes them. Downloaded, never shipped. `javaOfClassFiles` if newer
 * than the JDK's.
 */
export const frameworks: Readonly<Record<AndroidVersion, Pinned & { readonly javaOfClassFiles?: number }>> = {
  '9': {
    artifact: 'org.robolectric:android-all:9-robolectric-4913185-2',
    sha256: 'cf4aed5e458deb48ddc0ca92fc25156e6f478d9d5c1d948cdd1817a67ee11b32',
  },
  '11': {
    artifact: 'org.robolectric:android-all:11-robolectric-6757853',
    sha256: '62f577ca49f62f0da5d6a2a839d80ef377054b9ccd14811035593bf351295b31',
  },
  '14': {
    artifact: 'org.robolectric:android-all:14-robolectric-10818077',
    sha256: '6be2218c6a53fe3c57bc22ebdc723edcb7270a8a6f187545708aa5c0ed813977',
  },
  '15': {
    artifact: 'org.robolectric:android-all:15-robolectric-14663667',
    sha256: '90aaed3b1f3cbbb75ead24d2a5841f32ddb97e84b7135f8dfe4ea495d06a26bb',
  },
  '16': {
    artifact: 'org.robolectric:android-all:16-robolectric-13921718',
    sha256: '8b74a0a137330658d2f33f0dc715d42734f74ba8b2d7014fc2e95aa40d3f682d',
    javaOfClassFiles: 21,
  },
  '17': {
    artifact: 'org.robolectric:android-all:17-robolectric-16653203',
    sha256: '60f983b8bf180fa0790596c22a130c79ecf18b6d991b719de23100d4d6ff61a1',
    javaOfClassFiles: 21,
  },
};

/** Makes dex code for ART. */
export const d8: Pinned = {
  artifact: 'com.android.tools:r8:8.5.35',
  sha256: '4733945987ee0a840fafc34080b135259e01678412e07212b23f706334290294',
};

export const r8: Pinned = {
  artifact: 'com.android.tools:r8:9.5.28',
  sha256: '38a9ffaaebbd17d1514e3ecbff5a85b989bb13c551b9e224c7409514eea84ff5',
};

/** The Kotlin compiler, then its run-time needs; the second is also the app's standard library. */
export const kotlin: readonly Pinned[] = [
  {
    artifact: 'org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.0',
    sha256: 'b2f743ea5ba12f69e0f35e5d8d46069d74c8e2861087548a7e0e14a784bc4cf1',
  },
  {
    artifact: 'org.jetbrains.kotlin:kotlin-stdlib:2.2.0',
    sha256: '65d12d85a3b865c160db9147851712a64b10dadd68b22eea22a95bf8a8670dca',
  },
  {
    artifact: 'org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.8.0',
    sha256: '9860906a1937490bf5f3b06d2f0e10ef451e65b95b269f22daf68a3d1f5065c5',
  },
  {
    artifact: 'org.jetbrains:annotations:13.0',
    sha256: 'ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478',
  },
];
