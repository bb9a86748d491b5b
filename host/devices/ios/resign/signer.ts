import { parse } from 'plist';
import { LaglensError } from '../../../../core/errors.ts';

/** Runs one of Apple's tools. Rejects with a `LaglensError` that carries the tool's words when it fails. */
export type RunTool = (
  tool: 'codesign' | 'security',
  argv: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly stdout: string; readonly stderr: string }>;

/** How a built app was signed. */
export interface AppSignature {
  /** `Apple Development: Ada Byron (A1B2C3D4E5)`, empty for an ad-hoc signature. */
  readonly authority: string;
  readonly teamId: string;
  /** The entitlements as the property list that codesign prints. */
  readonly entitlements: string;
}

/** What `codesign` says of an app that was built for a phone. Throws when nobody may debug it. */
export async function signatureOf(app: string, run: RunTool, signal: AbortSignal): Promise<AppSignature> {
  // codesign tells about a signature on its error output, and entitlements on the other.
  const told = (await run('codesign', ['-dvv', app], signal)).stderr;
  const entitlements = (await run('codesign', ['-d', '--entitlements', '-', '--xml', app], signal)).stdout;
  if (!mayBeDebugged(entitlements)) {
    throw new LaglensError({
      code: 'app-not-debuggable',
      message: 'This build may not be debugged: its entitlements lack get-task-allow.',
      next: 'Build it for development (Debug configuration, an Apple Development identity) and start again.',
      action: 'pickApp',
    });
  }
  return { authority: /^Authority=(.*)$/m.exec(told)?.[1] ?? '', teamId: /^TeamIdentifier=(.*)$/m.exec(told)?.[1] ?? '', entitlements };
}

/**
 * The hash of the identity that signed an app, as `security find-identity` lists it.
 * Throws when this computer cannot sign with it: its key is in another computer's keychain, or it expired.
 */
export async function identityOf(signature: AppSignature, run: RunTool, signal: AbortSignal): Promise<string> {
  const { stdout } = await run('security', ['find-identity', '-v', '-p', 'codesigning'], signal);
  const identities = [...stdout.matchAll(/^\s*\d+\)\s+([0-9A-F]{40})\s+"(.*)"\s*$/gm)].map(([, hash = '', name = '']) => ({ hash, name }));
  const own = identities.find(({ name }) => name === signature.authority);
  if (own !== undefined) return own.hash;
  const whose = signature.authority === '' ? 'has no identity' : `was signed by “${signature.authority}”`;
  throw new LaglensError({
    code: 'sign-identity',
    message: `The build ${whose}, which this computer cannot sign with.`,
    next: 'Build the app on this computer with an Apple Development identity, or link the agent into its debug build.',
    output: stdout,
  });
}

/** Signs one thing, and nothing that lies inside it. */
export async function sign(
  path: string,
  identity: string,
  entitlementsFile: string | undefined,
  run: RunTool,
  signal: AbortSignal,
): Promise<void> {
  const entitlements = entitlementsFile === undefined ? [] : ['--entitlements', entitlementsFile, '--generate-entitlement-der'];
  await run('codesign', ['--force', '--sign', identity, '--timestamp=none', ...entitlements, path], signal);
}

/** True when a property list of entitlements lets debuggers in. */
function mayBeDebugged(entitlements: string): boolean {
  if (!entitlements.includes('<plist')) return false;
  const value = parse(entitlements);
  return typeof value === 'object' && value !== null && 'get-task-allow' in value && value['get-task-allow'] === true;
}
