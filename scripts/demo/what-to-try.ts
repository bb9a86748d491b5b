/** Hints for users of the demo's window. */
export const whatToTry = `What to try there:

  Lags       The list fills while the app lags. j and k walk it, Enter opens the line to blame; Shift+G makes groups of the same.
  Views      1 over time, 2 aggregated, 3 sandwich, 4 table. A click selects a frame, a double click opens its line; / searches.
  Timeline   Drag to select a range, Shift+drag for a second one to compare. T opens the threads.
  Source     Lines end with what they cost, functions have it above them.
  Baseline   Run "Laglens: Set as Baseline" (F1): from then on lags are new, worse, better or gone.
  Share      The arrow at the top right writes one HTML file, which opens in any browser.
  Keys       ? lists them all.

Stop Lag Capture shows here what was found beside the app's own log, and keeps VS Code and the app open. Ctrl-C ends the demo.
`;
