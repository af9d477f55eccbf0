import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy whose connections can die as they do behind a firewall that has forgotten them: open on both sides, and nothing
 * comes through any more. (toxiproxy closes such connections once its fault is taken away.)
 */
export interface SilentProxy {
  /** Host and port where it listens. */
  address: string
  /** Every connection of now, and each new one, is dead from now on, for good. */
  goSilent(): void
  /** New connections work again. */
  deliver(): void
  stop(): Promise<void>
}

export async function startSilentProxy(upstream: { host: string; port: number }): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer(socket => {
    track(socket)
    if (isSilent) return void socket.resume()
    const behind = connect(upstream)
    track(behind)
    socket.pipe(behind).pipe(socket)
    const end = (other: Socket) => () => void (isSilent || other.destroy())
    socket.once('close', end(behind))
    behind.once('close', end(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    goSilent() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').resume()
    },
    deliver() {
      isSilent = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
