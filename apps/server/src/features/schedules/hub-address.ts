import ipaddr from 'ipaddr.js'

const privateSuffixes = [
  '.local',
  '.localhost',
  '.internal',
  '.lan',
  '.home',
  '.home.arpa',
  '.test',
  '.invalid',
  '.onion',
]

/** The origin at which the hub can call this server; null without HTTPS or with an address that is not public. */
export function originForHub(publicUrl: string): string | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPublic = ipaddr.isValid(host)
    ? ipaddr.process(host).range() === 'unicast'
    : host.includes('.') && !privateSuffixes.some(suffix => host.endsWith(suffix))
  return isPublic ? origin : null
}
