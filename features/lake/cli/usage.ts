export const lakeUsage = `laglens lake add DIR SESSION... [--app-version V] [--threshold 100ms] [--package NAME]...
laglens lake query DIR NAME|"SELECT ..." [--json | --csv] [--html FILE]
laglens lake query DIR --html FILE
laglens lake tidy DIR [--now]
laglens lake install
  Keeps the lags, frames, samples and facts of many sessions below DIR, in Parquet files for any
  engine (docs/lake.md). add skips sessions that are there, and takes all of a folder; query
  answers a question by its name, or SQL, with DuckDB; install says how npm gets it. --html
  also writes a page with a chart, whose rows open their longest lag in VS Code; without a question
  it has all ready ones. tidy merges small files, and an hour later, or with --now, removes those
  that it replaced.`;
