import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface ExitProxy {
  url: string
  /** Number of connections opened so far. */
  opened(): number
  close(): Promise<void>
}

/**
 * A proxy that opens its connections from local addresses other than `127.0.0.1`, so that a server can distinguish its exits.
 * Each new connection uses the next of `exits`.
 */
export interface ExitProxyConfig {
  protocol: 'http' | 'socks5'
  exits: readonly string[]
  /** Credentials that clients must send, if set. */
  login?: { user: string; password: string }
}

export async function startExitProxy({ protocol, exits, login }: ExitProxyConfig): Promise<ExitProxy> {
  let opened = 0
  const sockets = new Set<Duplex>()
  const dial = (host: string, port: number): Socket => {
    const localAddress = exits[opened++ % exits.length]!
    const socket = connect({ host, port, localAddress })
    sockets.add(socket)
    return socket
  }
  const server = protocol === 'http' ? connectProxy(dial, login) : socksProxy(dial, login)
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const credentials = login ? `${login.user}:${encodeURIComponent(login.password)}@` : ''
  return {
    url: `${protocol}://${credentials}127.0.0.1:${port}`,
    opened: () => opened,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Dial = (host: string, port: number) => Socket
type Login = ExitProxyConfig['login']

function connectProxy(dial: Dial, login: Login): Server {
  const expected = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const server = createServer((_, response) => {
    response.writeHead(405).end()
  })
  server.on('connect', (request, client: Duplex) => {
    client.on('error', () => client.destroy())
    if (expected && request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const [host, port] = (request.url ?? '').split(':') as [string, string]
    const socket = dial(host, Number(port))
    socket.once('connect', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'))
    pipeBothWays(client, socket)
  })
  return server
}

/** The CONNECT command of RFC 1928, with the user names of RFC 1929. */
function socksProxy(dial: Dial, login: Login) {
  return createTcpServer(client => {
    client.on('error', () => client.destroy())
    client.once('data', () => {
      client.write(Buffer.from([5, login ? 2 : 0]))
      client.once('data', message => {
        if (!login) return connectTo(client, message, dial)
        const [user, password] = credentialsIn(message)
        const isKnown = user === login.user && password === login.password
        client.write(Buffer.from([1, isKnown ? 0 : 1]))
        if (isKnown) client.once('data', next => connectTo(client, next, dial))
      })
    })
  })
}

function credentialsIn(message: Buffer): [user: string, password: string] {
  const userEnd = 2 + message[1]!
  return [message.toString('utf8', 2, userEnd), message.toString('utf8', userEnd + 1)]
}

function connectTo(client: Socket, message: Buffer, dial: Dial): void {
  const [, , , kind] = message
  const isName = kind === 3
  const end = isName ? 5 + message[4]! : 8
  const host = isName ? message.toString('utf8', 5, end) : [...message.subarray(4, 8)].join('.')
  const socket = dial(host, message.readUInt16BE(end))
  socket.once('connect', () => client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])))
  pipeBothWays(client, socket)
}

function pipeBothWays(client: Duplex, socket: Socket): void {
  socket.on('error', () => client.destroy())
  client.on('close', () => socket.destroy())
  socket.on('close', () => client.destroy())
  socket.pipe(client)
  client.pipe(socket)
}
