import { createPrivateKey } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'
import { planIdFrom, planIds } from '@recaps/domain/plans'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** The forms that a setting's text may have, each with the sentence that follows the setting's name when it has not. */

export const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

export const flag = oneOf(['on', 'off']).transform(value => value === 'on')

export const text = z.string()
export const atMost = (length: number) => z.string().max(length, `must have at most ${length} characters`)
export const atLeast = (length: number) => z.string().min(length, `must have at least ${length} characters`)

export const count = (min: number, max: number, error = `must be a whole number from ${min} to ${max}`) => {
  return z
    .string()
    .regex(/^-?\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
}

/** Of US dollars, not below nothing. */
export const amount = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount such as 0.25')
  .transform(Number)

/** Items between commas, each once. */
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
  .refine(url => URL.canParse(url) && /^https?:\/\/[^?#\s]+$/i.test(url), 'must be an http:// or https:// address')
  .transform(url => url.replace(/\/+$/, ''))

/** As browsers send it in `Origin`: scheme and host, nothing behind. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && /^[a-z]+:\/\/[^/?#\s]+$/.test(text)

const atHome = ['.localhost', '.local', '.internal', '.lan', '.home.arpa', '.test']

/** Plain http is for this machine and its neighbours: over the open internet it would carry passwords readable. */
export function isSafeOnItsWay(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') return true
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() !== 'unicast'
  return !host.includes('.') || atHome.some(ending => host.endsWith(ending))
}

/** How Apple names apps and services. */
export const isClientId = (text: string): boolean => /^[\w.-]+$/.test(text)

/** How speech services name voices; Kokoro’s mixtures are formulas such as `af_bella(2)+af_sky(1)`. */
export const isVoiceId = (text: string): boolean => /^[\w.+():-]{1,120}$/.test(text)

/** A key as Stripe hands it out, which tells what it is for and of which mode it is. */
export const stripeKey = (kinds: 'pk' | 'sk|rk', example: string) =>
  z.string().regex(new RegExp(`^(${kinds})_(test|live)_\\w+$`), `must be a key of Stripe such as ${example}`)
export const isStripeSigningSecret = (text: string): boolean => /^whsec_[\w+/=-]+$/.test(text)

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/** What is believed: over TLS, or on this very machine, as the stand-ins are. */
export const issuer = baseUrl.refine(
  url => url.startsWith('https:') || isLoopback(new URL(url).hostname),
  'must be an https:// address',
)

export const folder = z.string().transform(name => path.resolve(name))

export const program = z
  .string()
  .transform(file => path.resolve(file))
  .refine(isProgram, 'must be the path of a program that this user may run')

export const readableFile = z
  .string()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of a file that this user may read')

/** Where a program of this name lies, as a shell would find it. */
export const programOn = (searchPath: string | undefined, name: string): string | undefined =>
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

/** The parts of a Google service account's key file that are needed to ask Google in its name. */
export const serviceAccount = z.string().transform((text, context) => {
  const known = z.object({
    project_id: z.string().regex(/^[a-z0-9-]+$/),
    client_email: z.email(),
    private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  })
  try {
    return known.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be the JSON of a service account key as Google hands it out' })
    return z.NEVER
  }
})
export type ServiceAccount = z.output<typeof serviceAccount>

/** A private key for ES256, as Apple hands it out; where it stands on one line, with `\\n` for the ends of lines. */
export const p256Key = z
  .string()
  .transform(key => key.replaceAll('\\n', '\n'))
  .refine(isP256Key, 'must be a private key as a .p8 file of Apple’s holds it')

function isP256Key(key: string): boolean {
  try {
    return createPrivateKey(key).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Of certificates, SHA-256, as tools write them: with colons or without. */
export const fingerprints = list
  .transform(all => all.map(one => one.replaceAll(':', '').toLowerCase()))
  .refine(
    all => all.every(one => /^[\da-f]{64}$/.test(one)),
    'must be SHA-256 fingerprints of 64 hexadecimal digits, separated by commas',
  )

/** What the stores call the plans; those that are not named have their usual names. */
export const storeProducts = list.transform((items, context): Record<BuyablePlanId, string> => {
  const named = items.map(item => /^([a-z]+)=([\w.]{1,100})$/.exec(item)?.slice(1) ?? [])
  const products = {
    ...Object.fromEntries(buyablePlanIds.map(id => [id, `recaps_${id}_monthly`])),
    ...Object.fromEntries(named),
  } as Record<BuyablePlanId, string>
  const isOnce = new Set(named.map(([planId]) => planId)).size === named.length
  const areKnown = Object.keys(products).length === buyablePlanIds.length
  if (isOnce && areKnown && new Set(Object.values(products)).size === buyablePlanIds.length) return products
  context.addIssue({
    code: 'custom',
    message: `must name products of ${buyablePlanIds.join(', ')}, each once, such as basic=com.example.basic,pro=com.example.pro`,
  })
  return z.NEVER
})

export const plan = z.string().transform((text, context) => {
  const id = planIdFrom(text)
  if (!id) context.addIssue({ code: 'custom', message: `must be one of ${planIds.join(', ')}` })
  return id ?? z.NEVER
})

/** The InnerTube clients that can be asked for a video. */
export const youtubeClients = ['VISIONOS', 'ANDROID', 'ANDROID_VR', 'IOS', 'TV', 'MWEB', 'WEB'] as const
export type YoutubeClient = { name: (typeof youtubeClients)[number] }

export const youtubeClient = z.string().transform((text, context): YoutubeClient => {
  const name = youtubeClients.find(known => known === text)
  if (name) return { name }
  context.addIssue({
    code: 'custom',
    message: `must name some of ${youtubeClients.join(', ')}`,
  })
  return z.NEVER
})

/** As browsers' extensions save cookies, and as yt-dlp reads them. */
export const cookieFile = readableFile.refine(
  file => !isReadableFile(file) || /^# (Netscape )?HTTP Cookie File/.test(readFileSync(file, 'utf8').slice(0, 100)),
  'must be the path of a file of cookies in Netscape’s format, whose first line is "# Netscape HTTP Cookie File"',
)

const argumentNames = ['--extractor-args', '--impersonate', '--remote-components', '--plugin-dirs']

/** Others could write files, run programs or lead elsewhere. */
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
    message: `must be some of ${argumentNames.join(', ')}, each followed by its value, separated by spaces`,
  })
  return z.NEVER
})

/** One way out to the internet. `isRotating`: each new connection to the proxy comes out at another address. */
export type WayOut =
  | { kind: 'direct' }
  | { kind: 'proxy'; url: string; isRotating: boolean }
  | { kind: 'ipv6'; prefix: string }

/** Reads `direct`, `http://proxy:8080`, `socks5://proxy#rotating` or `ipv6:2001:db8::/64`; null for anything else. */
function wayOutOf(text: string): WayOut | null {
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

/** Names a way that is wrong by its place: it may hold a password. */
export const waysOut = list.transform((texts, context): WayOut[] => {
  const ways = texts.map(wayOutOf)
  const wrongAt = ways.indexOf(null)
  if (wrongAt < 0 && ways.length > 0) return ways as WayOut[]
  const which = texts.length > 1 ? `, which number ${wrongAt + 1} of them is not` : ''
  context.addIssue({
    code: 'custom',
    message: `must be direct, http://, https:// or socks5:// addresses of proxies (with #rotating behind those that change their address), or ipv6:PREFIX/64, separated by commas${which}`,
  })
  return z.NEVER
})

/** A bucket of Amazon S3, or of a storage that speaks its protocol. */
export interface Bucket {
  endpoint: string
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
}

const bucketForm =
  'must be s3://KEY:SECRET@HOST/BUCKET, with KEY and SECRET percent-encoded, and perhaps ?region=, pathStyle=off, tls=off or public= behind'
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
  // The text itself is not repeated: it holds the secret.
  context.addIssue({ code: 'custom', message: bucketForm })
  return z.NEVER
})

function decoded(part = ''): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Of a mail server, with a user name and password or with neither. */
export const mailServer = z
  .string()
  .refine(isMailServer, 'must be an address such as smtps://user:password@mail.example.com:465')

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search } = new URL(text)
  const isPair = (username === '') === (password === '')
  const isWritten = !/%(?![0-9a-f]{2})/i.test(username + password)
  return /^smtps?:$/.test(protocol) && hostname !== '' && isPair && isWritten && /^\/?$/.test(pathname) && !search
}
