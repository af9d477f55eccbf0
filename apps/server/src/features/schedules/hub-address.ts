import ipaddr from 'ipaddr.js'

const atHome = ['.local', '.localhost', '.internal', '.lan', '.home', '.home.arpa', '.test', '.invalid', '.onion']

/** The origin that the hub can call us at; null for a service that the world does not reach, or not by https. */
export function originForHub(publicUrl: string): string | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPublic = ipaddr.isValid(host)
    ? ipaddr.process(host).range() === 'unicast'
    : host.includes('.') && !atHome.some(ending => host.endsWith(ending))
  return isPublic ? origin : null
}
