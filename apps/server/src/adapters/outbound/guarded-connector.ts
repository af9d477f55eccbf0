import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { OutboundError } from './fetch.ts'

export interface GuardedConnectorConfig {
  /** Resolves a hostname to all its addresses. Replaced only in tests. */
  resolve?: (hostname: string) => Promise<string[]>
  /** Opens the connection to one address. Replaced only in tests. */
  dial?: buildConnector.connector
}

/** `2000::/3`, the only IPv6 range that is allocated for the public internet. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address belongs to the public internet, not to the local machine or a private network. Accepts every notation that sockets
 * accept. IPv4 addresses embedded in IPv6 are checked as IPv4.
 */
export const isPublicAddress = (text: string): boolean => {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!ipaddr.isValid(plain)) return false
  const address = ipaddr.process(plain)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/**
 * Connects only to public addresses, over TLS, on port 443. It resolves the name itself and dials the checked address, which defeats
 * DNS rebinding. Addresses written in the URL are checked too.
 */
export const guardedConnector = ({
  resolve = resolveAll,
  dial = buildConnector({ timeout: 2_500 }),
}: GuardedConnectorConfig = {}): buildConnector.connector => {
  const resolveChecked = async ({ hostname, protocol, port }: buildConnector.Options): Promise<string> => {
    if (protocol !== 'https:' || (port !== '' && Number(port) !== 443)) throw refused(`${protocol}//…:${port}`)
    const name = hostname.replace(/^\[|\]$/g, '')
    const addresses = ipaddr.isValid(name) ? [name] : await resolve(name)
    const [first] = addresses
    // A private address among public ones is an attack or a mistake.
    if (first === undefined || !addresses.every(isPublicAddress)) throw refused(`${name} → ${addresses.join(' ')}`)
    return ipaddr.process(first).toString()
  }

  return (options, callback) => {
    resolveChecked(options).then(
      address =>
        dial({ ...options, hostname: address }, (...result) => {
          const [, socket] = result
          const remoteAddress = socket?.remoteAddress
          if (socket && remoteAddress !== undefined && !isPublicAddress(remoteAddress)) {
            socket.destroy()
            callback(refused(remoteAddress), null)
          } else callback(...result)
        }),
      (error: Error) => callback(error, null),
    )
  }
}

const refused = (detail: string): OutboundError => new OutboundError('refused', detail)

const resolveAll = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address)
