import type { Plugin } from 'esbuild';

/**
 * Parts of adbkit that nothing of ours calls, and what they bring: a server that lends devices over the network, and the reader of
 * its keys with node-forge, a library of cryptography. In the bundle an empty module stands in their place.
 */
const unused = /^\.\/(?:tcpusb\/server|auth)$/;

export function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    setup(build) {
      build.onResolve({ filter: unused }, ({ path, importer }) =>
        /[\\/]@devicefarmer[\\/]adbkit[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}
