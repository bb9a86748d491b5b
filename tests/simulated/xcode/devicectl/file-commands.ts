import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import type { Command } from './core-device-server.ts';
import { CORE_DEVICE, type Outcome } from './devicectl-result.ts';
import { identifierOf } from './iphones.ts';

/** `device copy from --domain-type appDataContainer --domain-identifier BUNDLE --source PATH --destination PATH`. */
export async function copyFrom(command: Command): Promise<Outcome> {
  const { options } = command;
  const source = await inContainer(command, options.get('--source') ?? '');
  const destination = options.get('--destination') ?? '';
  if (typeof source !== 'string') return source;
  if (!(await exists(source))) return noFile(options.get('--source') ?? '');
  const into = (await isFolder(destination)) ? join(destination, basename(source)) : destination;
  await cp(source, into, { recursive: true });
  return copied(command, into);
}

/** The same the other way. */
export async function copyTo(command: Command): Promise<Outcome> {
  const { options } = command;
  const source = options.get('--source') ?? '';
  const destination = await inContainer(command, options.get('--destination') ?? '');
  if (typeof destination !== 'string') return destination;
  if (!(await exists(source))) return noFile(source);
  await mkdir(dirname(destination), { recursive: true });
  await cp(source, destination, { recursive: true });
  return copied(command, destination);
}

/** `device info files`: paths below the container, or `--subdirectory`. */
export async function listFiles(command: Command): Promise<Outcome> {
  const start = await inContainer(command, command.options.get('--subdirectory') ?? '');
  if (typeof start !== 'string') return start;
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.map((entry) => {
    const name = relative(start, join(entry.parentPath, entry.name));
    return { name, relativePath: name, resources: { isDirectory: entry.isDirectory() } };
  });
  return { result: { deviceIdentifier: identifierOf(command.phone), files }, text: files.map(({ name }) => name).join('\n') };
}

async function inContainer({ phone, options }: Command, path: string): Promise<string | Outcome> {
  const bundleId = options.get('--domain-identifier') ?? '';
  const app = phone.apps.app(bundleId);
  if (options.get('--domain-type') === 'appDataContainer' && app !== undefined)
    return phone.files.hostPath(posix.join(app.container, path));
  const description = `The file service was not able to find a container for ${bundleId}.`;
  return { error: { domain: CORE_DEVICE, code: 7000, description } };
}

function copied({ phone, options }: Command, path: string): Outcome {
  const result = { deviceIdentifier: identifierOf(phone), sourceFilePaths: [options.get('--source') ?? ''], destinationFilePath: path };
  return { result, text: `Copied ${options.get('--source')}` };
}

function noFile(path: string): Outcome {
  const because = { domain: 'NSPOSIXErrorDomain', code: 2, description: 'No such file or directory' };
  return { error: { domain: CORE_DEVICE, code: 7001, description: `The file ${path} could not be copied.`, because } };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
