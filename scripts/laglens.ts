/** The command line from the checkout, without building: `npm run -s laglens -- devices`. */
// npm starts scripts in the package's root; files named on the command line are meant from where the user stands.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../cli/main.ts');
