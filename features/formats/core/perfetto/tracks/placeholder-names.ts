/** Names of processes that have not become their program yet: shells, and Android's zygotes (frameworks/base, core/java/com/android/internal/os). */
const placeholders: ReadonlySet<string> = new Set([
  ...['sh', 'bash', 'dash', 'zsh', 'mksh', 'app_process', 'app_process32', 'app_process64'],
  ...['zygote', 'zygote64', 'webview_zygote', 'usap32', 'usap64', '<pre-initialized>', 'main'],
]);

/** True for no name, too. */
export function isPlaceholder(name: string): boolean {
  return name === '' || placeholders.has(name.slice(name.lastIndexOf('/') + 1));
}
