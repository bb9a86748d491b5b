export interface TraceCase {
  readonly map: readonly string[];
  readonly trace: readonly string[];
}

export const version = (name: string): string => `# {"id":"com.android.tools.r8.mapping","version":"${name}"}`;
