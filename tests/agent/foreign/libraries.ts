import type { Pinned } from '../../demo-app/versions.ts';

/** With many classes, which the program also loads again. */
export const h2: Pinned = {
  artifact: 'com.h2database:h2:2.2.224',
  sha256: 'b9d8f19358ada82a4f6eb5b174c6cfe320a375b5a9cb5a4fe456d623e6e55497',
};

/** They need no further ones. */
export const libraries: readonly Pinned[] = [
  h2,
  {
    artifact: 'com.github.ben-manes.caffeine:caffeine:3.1.8',
    sha256: '7dd15f9df1be238ffaa367ce6f556737a88031de4294dad18eef57c474ddf1d3',
  },
  {
    artifact: 'redis.clients:jedis:2.10.2',
    sha256: 'd3a3ca9c49e4d3cc98a5d236214019631263a7477a943a749c64245b0dc25ac5',
  },
  {
    artifact: 'org.apache.commons:commons-pool2:2.12.0',
    sha256: '6d3bd18df8410f3e31b031aca582cc109342358a62a2759ebd0c4cdf30d06f8b',
  },
  {
    artifact: 'org.eclipse.jdt:ecj:3.33.0',
    sha256: 'f7686c4960cf70c2ebc5c500a73a8cfc04541b730c18f1c5c21329889b137f45',
  },
  {
    artifact: 'com.google.code.gson:gson:2.10.1',
    sha256: '4241c14a7727c34feea6507ec801318a3d4a90f070e4525681079fb94ee4c593',
  },
  {
    artifact: 'ch.qos.logback:logback-core:1.2.13',
    sha256: '07b1586faf220c05821d0f3ed8e2e417e214c83f40641f76e8a90b134c31ff6b',
  },
  {
    artifact: 'org.xerial:sqlite-jdbc:3.41.2.2',
    sha256: '0cdab410947e04b6743df99cf1543267ddd107357d6f76948d145be590fd497d',
  },
  {
    artifact: 'dev.failsafe:failsafe:3.3.2',
    sha256: '2c5dc879a6dac7ea3a7b29d795e27bd49b8e7908b05c2f3e56053c19d79850f5',
  },
  {
    artifact: 'org.apache.commons:commons-exec:1.3',
    sha256: 'cb49812dc1bfb0ea4f20f398bcae1a88c6406e213e67f7524fb10d4f8ad9347b',
  },
];
