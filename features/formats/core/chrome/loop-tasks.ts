/** Chromium's tasks, one per turn of a thread's loop: the slices of its versions since 2013 (base/task, base/message_loop). */
export const loopTasks: ReadonlySet<string> = new Set([
  ...['RunTask', 'ThreadControllerImpl::RunTask', 'ThreadControllerImpl::DoWork'],
  ...['TaskQueueManager::ProcessTaskFromWorkQueue', 'MessageLoop::RunTask', 'toplevel'],
]);
