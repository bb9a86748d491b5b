import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** npm's advisories against the lock file's packages. */
export type Advisories =
  | { readonly isChecked: false; readonly why: string }
  /** `name@version (severity): title` of shipped packages with high or critical ones. */
  | { readonly isChecked: true; readonly shipped: readonly string[] };

const WAIT_MS = 60_000;
const REFUSED: readonly string[] = ['high', 'critical'];

/**
 * Asks by `npm audit`, with npm's registry and proxy. Many registries lack the service: not checked differs from nothing found.
 * @param folder with package.json and package-lock.json
 * @param isShipped of an installed folder's package
 */
export async function checkAdvisories(
  folder: string,
  isShipped: (name: string, version: string) => boolean,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Advisories> {
  const said = await audit(folder, environment);
  const report = reportOf(said);
  if (report === undefined) return { isChecked: false, why: reasonOf(said) };
  const lock: unknown = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const installed: Readonly<Record<string, { readonly version?: string }>> = Object(lock).packages;
  const shipped = Object.entries(report).flatMap(([name, { severity, nodes, via }]) => {
    if (!REFUSED.includes(severity)) return [];
    const versions = nodes.map((node) => installed[node]?.version ?? '').filter((version) => isShipped(name, version));
    const titles = via.flatMap((each) => (typeof each === 'string' ? [] : [each.title])).join('; ');
    return [...new Set(versions)].map((version) => `${name}@${version} (${severity}): ${titles}`);
  });
  return { isChecked: true, shipped };
}

interface Vulnerability {
  readonly severity: string;
  readonly nodes: readonly string[];
  readonly via: readonly (string | { readonly title: string })[];
}

/** npm's output; its exit code is 1 with advisories. */
async function audit(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const options = { cwd: folder, env: environment, timeout: WAIT_MS, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    const argv = ['audit', '--json', '--package-lock-only', '--fetch-retries=0'];
    execFile('npm', argv, options, (error, stdout, stderr) => resolve(stdout.trim() === '' ? stderr || String(error) : stdout));
  });
}

/** Undefined unless a whole report of version 2. */
function reportOf(said: string): Readonly<Record<string, Vulnerability>> | undefined {
  try {
    const { auditReportVersion, vulnerabilities } = Object(JSON.parse(said));
    return auditReportVersion === 2 ? vulnerabilities : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first line, without the registry's address, a user's setting. */
function reasonOf(said: string): string {
  const line = /"(?:message|summary)":\s*"((?:[^"\\]|\\.)+)"/.exec(said)?.[1] ?? said.split('\n')[0] ?? '';
  return line.replaceAll(/https?:\/\/\S+/g, 'the registry').slice(0, 200);
}
