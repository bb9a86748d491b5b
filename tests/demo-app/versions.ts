/** An Android release whose looper classes the demo app can run on. */
export type AndroidVersion = '8' | '11' | '14';

interface Pinned {
  /** `group:name:version` on Maven Central. */
  readonly artifact: string;
  readonly sha256: string;
}

/** Android's own framework classes, by release, as the Robolectric project publishes them. Downloaded, never shipped. */
export const frameworks: Readonly<Record<AndroidVersion, Pinned>> = {
  '8': {
    artifact: 'org.robolectric:android-all:8.0.0_r4-robolectric-r1',
    sha256: '3707dc100381e3bbcc57b85255fd313ae20875fc65cf3130c47e86f044ad77f0',
  },
  '11': {
    artifact: 'org.robolectric:android-all:11-robolectric-6757853',
    sha256: '62f577ca49f62f0da5d6a2a839d80ef377054b9ccd14811035593bf351295b31',
  },
  '14': {
    artifact: 'org.robolectric:android-all:14-robolectric-10818077',
    sha256: '6be2218c6a53fe3c57bc22ebdc723edcb7270a8a6f187545708aa5c0ed813977',
  },
};

/** D8, which makes dex code for ART. */
export const d8: Pinned = {
  artifact: 'com.android.tools:r8:8.5.35',
  sha256: '4733945987ee0a840fafc34080b135259e01678412e07212b23f706334290294',
};
