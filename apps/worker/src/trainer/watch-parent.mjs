// Runs in a thread of its own beside a trainer: the trainer's own thread can be busy for minutes, and would neither see
// that its worker is gone nor let another job have its core.
const EVERY_MS = 500;
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
