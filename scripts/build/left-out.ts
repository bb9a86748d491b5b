import type { Plugin } from 'esbuild';

/**
 * Unused parts of adbkit and what they bring: a server that lends devices over the network, and its key reader with node-forge, a
 * cryptography library. An empty module replaces them in the bundle.
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
