import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { OutboundError } from './fetch.ts'

export interface GuardedConnectorConfig {
  /** All addresses of a name. Replaced in tests only. */
  resolve?: (hostname: string) => Promise<string[]>
  /** Opens the connection to one address. Replaced in tests only. */
  dial?: buildConnector.connector
}

/** `2000::/3`, the only part of IPv6 that is given out for the open network. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address lies in the open network: not ours, not the neighbours', not the machine's own, in any notation that
 * a socket takes. An address of IPv4 inside one of IPv6 is judged as the former.
 */
export const isPublicAddress = (text: string): boolean => {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!ipaddr.isValid(plain)) return false
  const address = ipaddr.process(plain)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

/**
 * Connects to public addresses only, over TLS, on port 443. The name is resolved here and the connection goes to the very
 * address that was checked, so that a name that means something else a moment later (rebinding) changes nothing; an
 * address written in the URL passes no resolver and is checked all the same.
 */
export const guardedConnector = ({
  resolve = resolveAll,
  dial = buildConnector({ timeout: 2_500 }),
}: GuardedConnectorConfig = {}): buildConnector.connector => {
  const checked = async ({ hostname, protocol, port }: buildConnector.Options): Promise<string> => {
    if (protocol !== 'https:' || (port !== '' && Number(port) !== 443)) throw refused(`${protocol}//…:${port}`)
    const name = hostname.replace(/^\[|\]$/g, '')
    const addresses = ipaddr.isValid(name) ? [name] : await resolve(name)
    const [first] = addresses
    // One private address among public ones is an attack or a mistake; neither is dialled.
    if (first === undefined || !addresses.every(isPublicAddress)) throw refused(`${name} → ${addresses.join(' ')}`)
    return ipaddr.process(first).toString()
  }

  return (options, callback) => {
    checked(options).then(
      address =>
        dial({ ...options, hostname: address }, (...result) => {
          const [, socket] = result
          const reached = socket?.remoteAddress
          if (socket && reached !== undefined && !isPublicAddress(reached)) {
            socket.destroy()
            callback(refused(reached), null)
          } else callback(...result)
        }),
      (error: Error) => callback(error, null),
    )
  }
}

const refused = (detail: string): OutboundError => new OutboundError('refused', detail)

const resolveAll = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address)
