import { once } from 'node:events';
import { resolve } from 'node:path';
import { openLocalBuilds } from '../../../cli/builds.ts';
import { deviceOptions, parseArguments } from '../../../cli/cli-arguments.ts';
import { deviceProviders } from '../../../cli/providers.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { programVersion } from '../../../cli/version.ts';
import { SessionSymbols } from '../../../host/builds/session-symbols.ts';
import type { RecordSink } from '../../../host/capture/capture-options.ts';
import { fileTools } from '../host/file-tools.ts';
import { LiveCaptures } from '../host/live-captures.ts';
import { liveTools } from '../host/live-tools.ts';
import { Toolbox } from '../host/toolbox.ts';
import { sessionCommands } from './session-commands.ts';

/** `laglens mcp`: serves one client of the Model Context Protocol, until it closes standard input or the command is interrupted. */
export async function runMcp(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('mcp', args, { ...deviceOptions, folder: { type: 'string' } });
  if (positionals.length > 0) throw wrongArguments('mcp', 'The workspace’s folder is named by --folder.');
  const workspace = resolve(terminal.folder, values.folder ?? '.');
  const version = await programVersion();
  const log = (line: string): void => terminal.say(line);
  await using local = await openLocalBuilds(undefined, { ...terminal, folder: workspace }, log);
  const captures = new LiveCaptures({
    workspace,
    providers: deviceProviders(values, terminal),
    version,
    log,
    names: (write: RecordSink) => {
      const names = new SessionSymbols({ builds: local.builds, symbols: local.symbols, write, log });
      names.begin();
      return names;
    },
  });
  const files = fileTools({
    workspace,
    commands: sessionCommands(terminal, workspace),
    signal: terminal.signal,
    captureOf: (handle) => captures.sessionOf(handle),
    fileOf: (handle) => captures.fileOf(handle),
  });
  const { serveMcp } = await import('./serve-mcp.ts');
  const server = serveMcp({ toolbox: new Toolbox([...files, ...liveTools(captures)]), version, log });
  await untilClosed(terminal.signal);
  await server.close();
  await captures.close();
  return 0;
}

/** Clients end servers by closing their input; one that crashes may break it. */
async function untilClosed(signal: AbortSignal): Promise<void> {
  if (signal.aborted || process.stdin.readableEnded) return;
  const over = new AbortController();
  const ends = [
    // First of all: the others reject by it.
    once(process.stdin, 'error', { signal: over.signal }),
    once(process.stdin, 'close', { signal: over.signal }),
    once(process.stdin, 'end', { signal: over.signal }),
    once(signal, 'abort', { signal: over.signal }),
  ];
  await Promise.race(ends);
  over.abort();
  await Promise.allSettled(ends);
}
