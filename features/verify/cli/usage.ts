export const verifyUsage = `laglens verify [--device ID] [--app APP] [--seconds N] [--replace] [--json | --markdown]
               [-o FILE]...
laglens verify --replay REPORT [--json]
  Checks on your own device what Laglens relies on, and writes a report for an issue: each fact is
  true, false or untried with a reason. On Android a sample app is installed meanwhile, which lags
  for the capture of N seconds (20); --app takes an app of yours instead, whose data stay as they
  are. On an iPhone, --app names a build of yours, and --replace agrees that a signed copy replaces
  it meanwhile. The report has no names of apps, serials, accounts or paths. -o writes it as JSON,
  or as Markdown into a FILE that ends with .md. The exit code is 0 without a false fact, 1 with
  one, 2 without a report. --replay judges a report again without the device, by this version's
  rules, and prints what was seen; --json prints it with these answers.`;
