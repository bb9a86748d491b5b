import type { Plugin } from 'esbuild';

/** Puts the refusal in place of `laglens verify`, in the extension's copy of the command line. */
export function withoutVerify(): Plugin {
  return {
    name: 'without-verify',
    setup(build) {
      build.onResolve({ filter: /features\/verify\/cli\/verify-command\.ts$/ }, ({ path, resolveDir, kind }) =>
        build.resolve(path.replace('verify-command.ts', 'npm-only-command.ts'), { resolveDir, kind }),
      );
    },
  };
}
