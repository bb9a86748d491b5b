/** Source: AOSP packages/modules/adb/transport.cpp, kFeature…; a device may name others, which are left out. */
export const adbFeatures: readonly string[] = [
  ...['shell_v2', 'cmd', 'stat_v2', 'ls_v2', 'apex', 'abb', 'abb_exec', 'fixed_push_mkdir', 'fixed_push_symlink_timestamp'],
  ...['remount_shell', 'track_app', 'sendrecv_v2', 'sendrecv_v2_brotli', 'sendrecv_v2_lz4', 'sendrecv_v2_zstd'],
  ...['sendrecv_v2_dry_run_send', 'openscreen_mdns', 'delayed_ack', 'devicetracker_proto_format', 'devraw', 'app_info', 'server_status'],
];
