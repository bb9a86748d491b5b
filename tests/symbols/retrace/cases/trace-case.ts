export interface TraceCase {
  readonly map: readonly string[];
  readonly trace: readonly string[];
}

export const version = (name: string): string => `# {"id":"com.android.tools.r8.mapping","version":"${name}"}`;

/** Removes innermost frames directly under an exception. */
export const rewrite = (count: number, thrown = 'java/lang/NullPointerException'): string =>
  `      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(L${thrown};)"],"actions":["removeInnerFrames(${count})"]}`;
