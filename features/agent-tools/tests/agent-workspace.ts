import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { featureCommands } from '../../../cli/feature-commands.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { DeviceProvider } from '../../../host/devices/device.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { sessionBytes } from '../../../tests/core/memory-session.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { sessionCommands } from '../cli/session-commands.ts';
import type { Started, Stopped, Waited } from '../core/tools/captures.ts';
import type { Check } from '../core/tools/check-budget.ts';
import type { Comparison } from '../core/tools/compare.ts';
import type { Devices } from '../core/tools/devices.ts';
import type { Explanation } from '../core/tools/explain-lag.ts';
import type { LagList } from '../core/tools/list-lags.ts';
import type { Costs } from '../core/tools/source-costs.ts';
import type { Threads } from '../core/tools/threads-at.ts';
import { fileTools } from '../host/file-tools.ts';
import { LiveCaptures } from '../host/live-captures.ts';
import { liveTools } from '../host/live-tools.ts';
import { type CallContext, Toolbox, type ToolResult } from '../host/toolbox.ts';

/** Their schemas are judged elsewhere. */
export interface Answers {
  readonly laglens_list_lags: LagList;
  readonly laglens_explain_lag: Explanation;
  readonly laglens_source_costs: Costs;
  readonly laglens_threads_at: Threads;
  readonly laglens_compare: Comparison;
  readonly laglens_check: Check;
  readonly laglens_devices: Devices;
  readonly laglens_start_capture: Started;
  readonly laglens_wait: Waited;
  readonly laglens_stop_capture: Stopped;
}

/** A folder with sessions and sources, and the tools that read it. */
export class AgentWorkspace {
  readonly folder: string;
  readonly toolbox: Toolbox;

  private constructor(folder: string, captures: LiveCaptures) {
    this.folder = folder;
    const { signal } = new AbortController();
    const loads = new Map(Object.entries(featureCommands));
    const commands = sessionCommands({ environment: {}, command: (name) => loads.get(name) }, folder);
    const files = fileTools({
      workspace: folder,
      commands,
      signal,
      captureOf: (handle) => captures.sessionOf(handle),
      fileOf: (handle) => captures.fileOf(handle),
    });
    this.toolbox = new Toolbox([...files, ...liveTools(captures)]);
  }

  /** Deleted after the test. */
  static async make(t: Pick<TestContext, 'after'>, providers: readonly DeviceProvider[] = []): Promise<AgentWorkspace> {
    const folder = await mkdtemp(join(tmpdir(), 'laglens agents '));
    const captures = new LiveCaptures({ workspace: folder, providers, version: '0', log: () => undefined });
    t.after(async () => {
      await captures.close();
      await rm(folder, { recursive: true, force: true });
    });
    return new AgentWorkspace(folder, captures);
  }

  async write(name: string, contents: Uint8Array | string): Promise<void> {
    await mkdir(dirname(join(this.folder, name)), { recursive: true });
    await writeFile(join(this.folder, name), contents);
  }

  async session(name: string, deeds: readonly Deed[]): Promise<void> {
    await this.messages(name, scriptedApp([...deeds, idle(1_000 * ms)]));
  }

  async messages(name: string, messages: readonly Message[]): Promise<void> {
    await this.write(name, await sessionBytes(messages));
  }

  call(tool: string, args: unknown, context: Partial<CallContext> = {}): Promise<ToolResult> {
    return this.toolbox.call(tool, args, { signal: new AbortController().signal, ...context });
  }

  /** The answer and its text; fails for an error. */
  async answer<Name extends keyof Answers>(
    tool: Name,
    args: unknown,
    context: Partial<CallContext> = {},
  ): Promise<{ readonly answer: Answers[Name]; readonly words: string }> {
    const result = await this.call(tool, args, context);
    assertAnswer<Name>(result);
    return result;
  }

  async error(tool: string, args: unknown, context: Partial<CallContext> = {}): Promise<{ readonly error: string; readonly next: string }> {
    const result = await this.call(tool, args, context);
    assert.ok('error' in result, 'an answer instead of an error');
    return result;
  }
}

function assertAnswer<Name extends keyof Answers>(result: ToolResult): asserts result is { answer: Answers[Name]; words: string } {
  assert.ok('answer' in result, 'error' in result ? `${result.error} ${result.next}` : '');
}

/** One a second. @param stack below the looper, outermost first */
export function lags(count: number, lengthMs: number, ...stack: readonly string[]): readonly Deed[] {
  return Array.from({ length: count }, () => [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, ...stack)]).flat();
}

interface AnyAnswer {
  readonly leftOut?: readonly { readonly what: string; readonly next: string }[] | undefined;
}

export interface NextCall {
  readonly what: string;
  readonly tool: string;
  readonly args: object;
}

/** Follows `leftOut` of an answer, as a model would. */
export function nextCalls(answer: AnyAnswer): readonly NextCall[] {
  return (answer.leftOut ?? []).map(({ what, next }) => {
    const [tool = '', ...args] = next.split(' ');
    return { what, tool, args: Object(JSON.parse(args.join(' '))) };
  });
}
