import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export const mobile = path.resolve(import.meta.dirname, '../../mobile')

const dotted = (about: string) =>
  z
    .string()
    .regex(
      /^[a-z][a-z\d]*(\.[a-z][a-z\d]*)+$/,
      `must be ${about} such as com.example.recaps: lower-case letters and digits between dots`,
    )

/** `apps/mobile/app.json`: all that tells one maintainer's phone apps from another's. What is not used is an empty text. */
const schema = z.strictObject({
  /** Under the icon on the home screen. It stands in files of five forms, so it is letters, digits and a few marks. */
  name: z
    .string()
    .max(30, 'must have 30 characters at most')
    .regex(
      /^[\p{L}\p{N}]([\p{L}\p{N} .!+-]*[\p{L}\p{N}.!+])?$/u,
      'must be letters and digits, with spaces and . ! + - between them',
    ),
  /** The stores know the app by it, for good. */
  id: dotted('a name of your own'),
  /** One more for each upload to a store. */
  build: z.int('must be a whole number').min(1, 'must be 1 or more').max(2_100_000_000, 'must be 2100000000 or less'),
  /** Whose app it is: an https origin, with no path. */
  server: z.string().refine(isOrigin, 'must be an https origin such as https://recaps.example.com, with no path'),
  /** As `APP_SCHEME` of the server. */
  scheme: dotted('a scheme of your own'),
  google: z.strictObject({ webClientId: clientId(), iosClientId: clientId() }),
  pay: z.strictObject({
    appleMerchantId: z.string().regex(/^(merchant\.[\w.-]+)?$/, 'must begin with merchant.'),
    country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters such as US'),
  }),
})

function clientId() {
  return z
    .string()
    .regex(/^([\w-]+\.apps\.googleusercontent\.com)?$/, 'must be a client id that ends in .apps.googleusercontent.com')
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && text.startsWith('https://')
}

export interface PhoneApp extends z.infer<typeof schema> {
  /** Of the package: what people read. */
  version: string
}

/** Throws one sentence for each fact that is wrong. */
export function readPhoneApp(folder = mobile): PhoneApp {
  const { success, data, error } = schema.safeParse(readJson(folder, 'app.json'))
  const { version } = z.object({ version: z.string() }).parse(readJson(folder, 'package.json'))
  const wrong = [
    ...(error?.issues.map(
      ({ path: place, message }) => `apps/mobile/app.json: ${place.join('.') || 'it'} ${message}`,
    ) ?? []),
    // Apple takes nothing else, and Google would show it.
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`apps/mobile/package.json: version must be three numbers such as 1.2.3, and is ${version}`]),
  ]
  if (!success || wrong.length > 0) throw new Error(wrong.join('\n'))
  return { ...data, version }
}

function readJson(folder: string, name: string): unknown {
  const text = readFileSync(path.join(folder, name), 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`apps/mobile/${name} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** What the page must know before it has asked anybody. */
export const factsOf = ({ name, server, scheme, google, pay }: PhoneApp): Record<string, string> => ({
  server,
  scheme,
  'product-name': name,
  'google-web-client': google.webClientId,
  'google-ios-client': google.iosClientId,
  'apple-pay-merchant': pay.appleMerchantId,
  'pay-country': pay.country,
})
