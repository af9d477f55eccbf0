/**
 * Shuts this process down gracefully when `scripts/run.mjs` ends, even by SIGKILL, because that closes the IPC channel. Must be
 * imported first, so that it also works while the server starts.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
