// `npm start`: the same command line with `start` in front.
process.argv.splice(2, 0, "start");
await import("./deskrl.mjs");
