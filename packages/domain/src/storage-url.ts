import { parseUrl } from './parse-url.ts'

/**
 * Object storage services that also serve virtual-hosted URLs, where the host starts with the bucket: Amazon S3 and
 * compatible services. The pattern matches the service's own host; everything before it is the bucket.
 */
const services = [
  // s3.amazonaws.com, s3.eu-central-1…, s3-us-west-2… (old form), s3.dualstack.…, s3-fips.…, China
  /(?:^|\.)(s3(?:-fips)?(?:\.dualstack)?(?:[.-][a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com(?:\.cn)?)$/,
  /(?:^|\.)(storage\.googleapis\.com)$/,
  /(?:^|\.)([0-9a-f]{32}(?:\.[a-z]+)?\.r2\.cloudflarestorage\.com)$/,
  /(?:^|\.)([a-z]{3}\d\.digitaloceanspaces\.com)$/,
  /(?:^|\.)(s3\.[a-z0-9-]+\.backblazeb2\.com)$/,
  /(?:^|\.)(s3(?:\.[a-z0-9-]+)?\.wasabisys\.com)$/,
  /(?:^|\.)(s3\.[a-z-]+\.scw\.cloud)$/,
  /(?:^|\.)([a-z0-9-]+\.linodeobjects\.com)$/,
] as const

const maxHostLength = 253

/**
 * Rewrites `https://bucket.s3.eu-central-1.amazonaws.com/key` to the path-style URL
 * `https://s3.eu-central-1.amazonaws.com/bucket/key`. `ownHost` is the host (and port) of a self-hosted storage. Any other
 * text is returned unchanged, byte for byte.
 */
export function toPathStyle(address: string, ownHost?: string): string {
  const url = parseUrl(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.host.length > maxHostLength) return address
  const host = findServiceHost(url.host, ownHost)
  if (!host || host === url.host) return address
  const bucket = url.host.slice(0, -host.length - 1)
  // Bucket names may contain dots: `my.bucket`.
  if (!/^[a-z0-9][a-z0-9._-]{1,62}$/.test(bucket)) return address
  url.host = host
  url.pathname = `/${bucket}${url.pathname}`
  return url.href
}

function findServiceHost(host: string, ownHost: string | undefined): string | undefined {
  if (ownHost && (host === ownHost || host.endsWith(`.${ownHost}`))) return ownHost
  for (const service of services) {
    const match = service.exec(host)
    if (match) return match[1]
  }
  return undefined
}
