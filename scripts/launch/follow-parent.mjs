/**
 * Loaded into a process with `--import`: ends it when the process that started it has died without a word (SIGKILL,
 * out of memory), so that no server of ours stays behind on its port.
 */
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 200).unref();
