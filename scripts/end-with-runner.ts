/**
 * Ends this process in order when `scripts/run.mjs` is gone, also by SIGKILL: the channel between the two closes then. Imported first, so
 * that it holds before a server is up.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
