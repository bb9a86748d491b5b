export const diffUsage = `laglens diff BEFORE AFTER [--before FILE]... [--after FILE]... [--json | --markdown]
             [--html FILE] [--threshold 100ms] [--package NAME]...
  Compares two sessions, or two sets of them, of the same app: groups of lags that are new, gone,
  worse or better, functions of the app with the change of their time in lags, and frames. Names
  survive rebuilds. What chance may explain is “within noise” (docs/ci.md). --html also writes a
  page of its own, with the difference of main’s stacks as a flame graph.`;
