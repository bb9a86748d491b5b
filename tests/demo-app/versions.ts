/** An Android release whose looper classes run the demo app. */
export type AndroidVersion = '9' | '11' | '14' | '15' | '16' | '17';

export interface Pinned {
  /** `group:name:version` on Maven Central, with `:aar` for another packaging. */
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

/** AndroidX' fragments, as apps of 2021 have them, and the classes that theirs name. */
export const androidX: readonly Pinned[] = [
  {
    artifact: 'androidx.fragment:fragment:1.3.6:aar',
    sha256: '12f0831b4f08092d5dda272c1923c11a022ff20ceffed3e801751e21bb8d1c1e',
  },
  {
    artifact: 'androidx.activity:activity:1.2.4:aar',
    sha256: 'ae8e9c7de57e387d2ad90e73f3a5a5dfd502bd4f034c1dccfdb3506d1d2df81a',
  },
  {
    artifact: 'androidx.core:core:1.2.0:aar',
    sha256: '524b8b88ceb6a74a7e44e6b567a135660f211799904cb218bfee5be1166820b2',
  },
  {
    artifact: 'androidx.loader:loader:1.0.0:aar',
    sha256: '11f735cb3b55c458d470bed9e25254375b518b4b1bad6926783a7026db0f5025',
  },
  {
    artifact: 'androidx.savedstate:savedstate:1.1.0:aar',
    sha256: 'd60bbe44c2c08083a17c5dc678a6d6b4d0a2d664858016ab5c049cbea90a63b7',
  },
  {
    artifact: 'androidx.lifecycle:lifecycle-common:2.3.1',
    sha256: '15848fb56db32f4c7cdc72b324003183d52a4884d6bf09be708ac7f587d139b5',
  },
  {
    artifact: 'androidx.lifecycle:lifecycle-runtime:2.3.1:aar',
    sha256: 'dd294f4a689c71ff877fd41f3b67a3a62f7760d44ce420e6130f1fc3569d8f00',
  },
  {
    artifact: 'androidx.lifecycle:lifecycle-viewmodel:2.3.1:aar',
    sha256: 'b6db4c274a12ff85a4747e1e6669c7e98aefa2571ace9d1f1a6fa6be417ce838',
  },
  {
    artifact: 'androidx.lifecycle:lifecycle-livedata-core:2.3.1:aar',
    sha256: 'e55d38c372460f0a03997ddc950c67227511340fd74f8634d99d29653cd81ab1',
  },
  {
    artifact: 'androidx.arch.core:core-common:2.1.0',
    sha256: 'fe1237bf029d063e7f29fe39aeaf73ef74c8b0a3658486fc29d3c54326653889',
  },
];
