import { parsedUrl } from './parsed-url.ts'

/**
 * Hosts of object storage that also answer under a name that begins with the bucket: Amazon S3 and those that speak its
 * protocol. What the pattern matches is the service's own host; everything in front of it is the bucket.
 */
const services = [
  // s3.amazonaws.com, s3.eu-central-1…, s3-us-west-2… (the old form), s3.dualstack.…, s3-fips.…, China
  /(?:^|\.)(s3(?:-fips)?(?:\.dualstack)?(?:[.-][a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com(?:\.cn)?)$/,
  /(?:^|\.)(storage\.googleapis\.com)$/,
  /(?:^|\.)([0-9a-f]{32}(?:\.[a-z]+)?\.r2\.cloudflarestorage\.com)$/,
  /(?:^|\.)([a-z]{3}\d\.digitaloceanspaces\.com)$/,
  /(?:^|\.)(s3\.[a-z0-9-]+\.backblazeb2\.com)$/,
  /(?:^|\.)(s3(?:\.[a-z0-9-]+)?\.wasabisys\.com)$/,
  /(?:^|\.)(s3\.[a-z-]+\.scw\.cloud)$/,
  /(?:^|\.)([a-z0-9-]+\.linodeobjects\.com)$/,
] as const

const longestHost = 253

/**
 * `https://bucket.s3.eu-central-1.amazonaws.com/key` as `https://s3.eu-central-1.amazonaws.com/bucket/key`: object storage
 * named by host and path alone, whichever of the two forms somebody wrote. `ownHost` is the host (and port) of a storage
 * of one's own. Every other address, and every text that is none, stays as it is, byte for byte.
 */
export function toPathStyle(address: string, ownHost?: string): string {
  const url = parsedUrl(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.host.length > longestHost) return address
  const host = hostOfService(url.host, ownHost)
  if (!host || host === url.host) return address
  const bucket = url.host.slice(0, -host.length - 1)
  // One label or several: `my.bucket` is a bucket's name too.
  if (!/^[a-z0-9][a-z0-9._-]{1,62}$/.test(bucket)) return address
  url.host = host
  url.pathname = `/${bucket}${url.pathname}`
  return url.href
}

function hostOfService(host: string, ownHost: string | undefined): string | undefined {
  if (ownHost && (host === ownHost || host.endsWith(`.${ownHost}`))) return ownHost
  for (const service of services) {
    const found = service.exec(host)
    if (found) return found[1]
  }
  return undefined
}
