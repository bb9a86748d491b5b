import { runLaglens } from './run-laglens.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runLaglens(process.argv.slice(2), processTerminal());
