import { background } from '../core/guarded.ts';
import { runLaglens } from './run-laglens.ts';
import { processTerminal } from './terminal.ts';

// In VS Code's terminals its executable runs this. Programs that a command starts must not become Node.
delete process.env.ELECTRON_RUN_AS_NODE;

// Bundles in CommonJS cannot await here.
background(main(), (error) => {
  throw error;
});

async function main(): Promise<void> {
  process.exitCode = await runLaglens(process.argv.slice(2), processTerminal());
}
