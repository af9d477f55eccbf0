import { createPrivateKey } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import { parsePlanId, planIds } from '@recaps/domain/plans'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

// Schemas for the text of settings. Each error message follows the setting's name: "PORT must be …".

export const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

export const flag = oneOf(['on', 'off']).transform(value => value === 'on')

export const text = z.string()
export const textAtMost = (length: number) => z.string().max(length, `must have at most ${length} characters`)
export const textAtLeast = (length: number) => z.string().min(length, `must have at least ${length} characters`)

export const wholeNumber = (min: number, max: number, error = `must be a whole number from ${min} to ${max}`) => {
  return z
    .string()
    .regex(/^-?\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
}

/** US dollars, at least 0. */
export const amount = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount such as 0.25')
  .transform(Number)

/** Comma-separated items without duplicates. */
export const list = z.string().transform(text => [
  ...new Set(
    text
      .split(',')
      .map(item => item.trim())
      .filter(Boolean),
  ),
])

export const baseUrl = z
  .string()
  .refine(url => URL.canParse(url) && /^https?:\/\/[^?#\s]+$/i.test(url), 'must be an http:// or https:// URL')
  .transform(url => url.replace(/\/+$/, ''))

/** Scheme and host only, as browsers send it in `Origin`. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && /^[a-z]+:\/\/[^/?#\s]+$/.test(text)

const localDomains = ['.localhost', '.local', '.internal', '.lan', '.home.arpa', '.test']

/** Plain http is only allowed on this machine and in the local network: over the internet it would expose passwords. */
export function isHttpsOrLocal(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return true
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || localDomains.some(domain => host.endsWith(domain))
}

/** Ids of Apple apps and services, Android packages and Google OAuth clients. */
export const isClientId = (text: string): boolean => /^[\w.-]+$/.test(text)

/** Voice ids of speech services; Kokoro mixes voices with formulas such as `af_bella(2)+af_sky(1)`. */
export const isVoiceId = (text: string): boolean => /^[\w.+():-]{1,120}$/.test(text)

/** A Stripe key, whose prefix gives its kind and its mode. */
export const stripeKey = (kinds: 'pk' | 'sk|rk', example: string) =>
  z.string().regex(new RegExp(`^(${kinds})_(test|live)_\\w+$`), `must be a Stripe key such as ${example}`)
export const isStripeSigningSecret = (text: string): boolean => /^whsec_[\w+/=-]+$/.test(text)

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/** URL of a trusted party: https only, except for fakes on this machine. */
export const trustedUrl = baseUrl.refine(
  url => url.startsWith('https:') || isLoopback(new URL(url).hostname),
  'must be an https:// URL',
)

export const folder = z.string().transform(name => path.resolve(name))

export const program = z
  .string()
  .transform(file => path.resolve(file))
  .refine(isProgram, 'must be the path of a program that this user can run')

export const readableFile = z
  .string()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of a file that this user can read')

/** Finds a program on the search path, as a shell does. */
export const findProgram = (searchPath: string | undefined, name: string): string | undefined =>
  (searchPath ?? '')
    .split(path.delimiter)
    .filter(folder => path.isAbsolute(folder))
    .map(folder => path.join(folder, name))
    .find(isProgram)

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function isReadableFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** The fields of a Google service account key that are needed to call Google's APIs. */
export const serviceAccount = z.string().transform((text, context) => {
  const keyFile = z.object({
    project_id: z.string().regex(/^[a-z0-9-]+$/),
    client_email: z.email(),
    private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  })
  try {
    return keyFile.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be the JSON key file of a Google service account' })
    return z.NEVER
  }
})
export type ServiceAccount = z.output<typeof serviceAccount>

/** A private key for ES256 from Apple. On a single line, `\\n` stands for a line break. */
export const p256Key = z
  .string()
  .transform(key => key.replaceAll('\\n', '\n'))
  .refine(isP256Key, 'must be the private key from an Apple .p8 file')

function isP256Key(key: string): boolean {
  try {
    return createPrivateKey(key).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** SHA-256 fingerprints of certificates, with or without colons. */
export const fingerprints = list
  .transform(all => all.map(item => item.replaceAll(':', '').toLowerCase()))
  .refine(
    all => all.every(item => /^[\da-f]{64}$/.test(item)),
    'must be comma-separated SHA-256 fingerprints of 64 hexadecimal digits',
  )

/** Product id of each plan in the app stores. Plans that are not listed get a default id. */
export const storeProducts = list.transform((items, context): Record<BuyablePlanId, string> => {
  const named = items.map(item => /^([a-z]+)=([\w.]{1,100})$/.exec(item)?.slice(1) ?? [])
  const products = {
    ...Object.fromEntries(buyablePlanIds.map(id => [id, `recaps_${id}_monthly`])),
    ...Object.fromEntries(named),
  } as Record<BuyablePlanId, string>
  const isUnique = new Set(named.map(([planId]) => planId)).size === named.length
  const areKnown = Object.keys(products).length === buyablePlanIds.length
  if (isUnique && areKnown && new Set(Object.values(products)).size === buyablePlanIds.length) return products
  context.addIssue({
    code: 'custom',
    message: `must assign different products to ${buyablePlanIds.join(', ')}, such as basic=com.example.basic,pro=com.example.pro`,
  })
  return z.NEVER
})

export const plan = z.string().transform((text, context) => {
  const id = parsePlanId(text)
  if (!id) context.addIssue({ code: 'custom', message: `must be one of ${planIds.join(', ')}` })
  return id ?? z.NEVER
})

/** The InnerTube clients that can request videos. */
export const youtubeClients = ['VISIONOS', 'ANDROID', 'ANDROID_VR', 'IOS', 'TV', 'MWEB', 'WEB'] as const
export type YoutubeClient = { name: (typeof youtubeClients)[number] }

export const youtubeClient = z.string().transform((text, context): YoutubeClient => {
  const name = youtubeClients.find(known => known === text)
  if (name) return { name }
  context.addIssue({
    code: 'custom',
    message: `may only contain ${youtubeClients.join(', ')}`,
  })
  return z.NEVER
})

/** The format in which browser extensions save cookies and yt-dlp reads them. */
export const cookieFile = readableFile.refine(
  file => !isReadableFile(file) || /^# (Netscape )?HTTP Cookie File/.test(readFileSync(file, 'utf8').slice(0, 100)),
  'must be the path of a cookie file in Netscape format, whose first line is "# Netscape HTTP Cookie File"',
)

const argumentNames = ['--extractor-args', '--impersonate', '--remote-components', '--plugin-dirs']

/** Allowlist: other arguments could write files, run programs or send requests elsewhere. */
export const ytDlpArguments = z.string().transform((text, context): string[] => {
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .map(word => word.replace(/^(["'])(.*)\1$/, '$2'))
  const isPaired = words.length % 2 === 0
  if (isPaired && words.every((word, at) => (at % 2 === 0 ? argumentNames.includes(word) : !word.startsWith('-'))))
    return words
  context.addIssue({
    code: 'custom',
    message: `may only contain ${argumentNames.join(', ')}, each followed by its value, separated by spaces`,
  })
  return z.NEVER
})

/** A route to the internet. `isRotating`: the proxy uses another IP address for each new connection. */
export type OutboundRouteConfig =
  | { kind: 'direct' }
  | { kind: 'proxy'; url: string; isRotating: boolean }
  | { kind: 'ipv6'; prefix: string }

/** Parses `direct`, `http://proxy:8080`, `socks5://proxy#rotating` or `ipv6:2001:db8::/64`. Returns null for anything else. */
function parseRoute(text: string): OutboundRouteConfig | null {
  if (text === 'direct') return { kind: 'direct' }
  if (text.startsWith('ipv6:')) {
    const prefix = text.slice('ipv6:'.length)
    return ipaddr.IPv6.isValidCIDR(prefix) ? { kind: 'ipv6', prefix } : null
  }
  const isProxy = /^(https?|socks5):\/\/[^/?#\s]+\/?(#rotating)?$/i.test(text) && URL.canParse(text)
  if (!isProxy) return null
  const [url] = text.split('#') as [string]
  return { kind: 'proxy', url: url.replace(/\/$/, ''), isRotating: text.includes('#') }
}

/** The error gives the position of an invalid route, not its text, which may contain a password. */
export const outboundRoutes = list.transform((texts, context): OutboundRouteConfig[] => {
  const routes = texts.map(parseRoute)
  const invalidAt = routes.indexOf(null)
  if (invalidAt < 0 && routes.length > 0) return routes as OutboundRouteConfig[]
  const which = texts.length > 1 ? `; number ${invalidAt + 1} is invalid` : ''
  context.addIssue({
    code: 'custom',
    message: `must be a comma-separated list of direct, http://, https:// or socks5:// proxy URLs (ending with #rotating for rotating proxies), or ipv6:PREFIX/64${which}`,
  })
  return z.NEVER
})

/** A bucket of Amazon S3 or a compatible storage. */
export interface Bucket {
  endpoint: string
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
}

const invalidBucket =
  'must be s3://KEY:SECRET@HOST/BUCKET with percent-encoded KEY and SECRET, optionally followed by ?region=, pathStyle=off, tls=off or public='
const bucketOptions = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('us-east-1'),
  pathStyle: flag.default(true),
  tls: flag.default(true),
  public: baseUrl.refine(isOrigin).optional(),
})

export const bucket = z.string().transform((text, context): Bucket => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const name = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1]
  const options = bucketOptions.safeParse(Object.fromEntries(url?.searchParams ?? []))
  const [accessKeyId, secretAccessKey] = [decoded(url?.username), decoded(url?.password)]
  if (url?.protocol === 's3:' && url.host && accessKeyId && secretAccessKey && name && options.success) {
    const { region, pathStyle, tls, public: publicEndpoint } = options.data
    const endpoint = `${tls ? 'https' : 'http'}://${url.host}`
    return {
      endpoint,
      publicEndpoint: publicEndpoint ?? endpoint,
      region,
      bucket: name,
      accessKeyId,
      secretAccessKey,
      pathStyle,
    }
  }
  // The message does not repeat the text, which contains the secret.
  context.addIssue({ code: 'custom', message: invalidBucket })
  return z.NEVER
})

function decoded(part = ''): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** URL of a mail server, with both a user name and a password or with neither. */
export const mailServer = z
  .string()
  .refine(isMailServer, 'must be a URL such as smtps://user:password@mail.example.com:465')

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search } = new URL(text)
  const hasCompleteLogin = (username === '') === (password === '')
  const isDecodable = !/%(?![0-9a-f]{2})/i.test(username + password)
  return (
    /^smtps?:$/.test(protocol) &&
    hostname !== '' &&
    hasCompleteLogin &&
    isDecodable &&
    /^\/?$/.test(pathname) &&
    !search
  )
}
