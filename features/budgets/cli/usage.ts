export const checkUsage = `laglens check SESSION... [--budget FILE] [--baseline SESSION]... [--json | --github] [--junit FILE]
              [--sarif FILE] [--gitlab FILE] [--markdown FILE]
  Judges sessions of one app together by a budget (default: laglens.budget.json, see docs/ci.md),
  for continuous integration. Each --baseline names a session that rules compare with. The exit code
  is 0 if the budget holds, 1 if it is broken, 2 if it could not be judged. --junit, --sarif,
  --gitlab (code quality) and --markdown write reports; --github adds GitHub’s annotations to the
  output.`;
