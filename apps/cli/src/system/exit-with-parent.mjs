// Preloaded into every process the launcher starts: when the launcher is gone, however it went, its end of this pipe
// closes and the process ends as if asked to.
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.on("error", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref?.();
