import { after, before } from 'node:test';
import { attach, Program } from '../program.ts';
import { Host } from '../test-host.ts';

/** A program with the agent, and a host after its first sample, for all tests of a suite. */
export function attachForAll(ready: (program: Program, host: Host) => void): void {
  let program: Program | undefined;
  let host: Host | undefined;
  before(async () => {
    program = await Program.start();
    host = await Host.connect(await attach(program));
    await host.until('sample');
    ready(program, host);
  });
  after(async () => {
    host?.[Symbol.dispose]();
    await program?.[Symbol.asyncDispose]();
  });
}
