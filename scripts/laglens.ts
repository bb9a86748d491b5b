/** The command line from the checkout, without a build: `npm run -s laglens -- devices`. */
import { installDuckDb } from '../features/lake/scripts/install-duckdb.ts'; // features/lake

if (process.argv[2] === 'lake') await installDuckDb((line) => process.stderr.write(`${line}\n`)); // features/lake
// npm starts scripts in the package's root; file arguments are relative to the user's folder.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../cli/main.ts');
