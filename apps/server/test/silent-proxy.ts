import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy whose connections can die as they do behind a firewall that dropped them: they stay open on both sides, but no data
 * gets through. (toxiproxy would close such connections when its fault is removed.)
 */
export interface SilentProxy {
  /** Host and port it listens on. */
  address: string
  /** Existing and new connections are dead from now on, and stay dead. */
  goSilent(): void
  /** Lets new connections work again. */
  recover(): void
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
    const upstreamSocket = connect(upstream)
    track(upstreamSocket)
    socket.pipe(upstreamSocket).pipe(socket)
    const end = (other: Socket) => () => void (isSilent || other.destroy())
    socket.once('close', end(upstreamSocket))
    upstreamSocket.once('close', end(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    goSilent() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').resume()
    },
    recover() {
      isSilent = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
