import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export const mobile = path.resolve(import.meta.dirname, '../../mobile')

const dottedName = (what: string) =>
  z
    .string()
    .regex(
      /^[a-z][a-z\d]*(\.[a-z][a-z\d]*)+$/,
      `must be ${what} such as com.example.recaps: lowercase letters and digits, separated by dots`,
    )

/** `apps/mobile/app.json`: everything that differs between installations of the phone apps. Unused settings are empty strings. */
const schema = z.strictObject({
  /** Name on the home screen. Written into files of five formats, so only letters, digits and a few other characters are allowed. */
  name: z
    .string()
    .max(30, 'must have at most 30 characters')
    .regex(
      /^[\p{L}\p{N}]([\p{L}\p{N} .!+-]*[\p{L}\p{N}.!+])?$/u,
      'must be letters and digits, with spaces and . ! + - between them',
    ),
  /** App id in the stores. It can never change. */
  id: dottedName('your own app id'),
  /** Must increase with each upload to a store. */
  build: z.int('must be a whole number').min(1, 'must be 1 or more').max(2_100_000_000, 'must be 2100000000 or less'),
  /** Origin of the server: https, without a path. */
  server: z.string().refine(isOrigin, 'must be an https origin such as https://recaps.example.com, without a path'),
  /** URL scheme, the same as the server's `APP_SCHEME`. */
  scheme: dottedName('your own URL scheme'),
  google: z.strictObject({ webClientId: clientId(), iosClientId: clientId() }),
  pay: z.strictObject({
    appleMerchantId: z.string().regex(/^(merchant\.[\w.-]+)?$/, 'must start with merchant.'),
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
  /** Version from package.json, shown to users. */
  version: string
}

/** Throws one error with a line for each invalid setting. */
export function readPhoneApp(folder = mobile): PhoneApp {
  const { success, data, error } = schema.safeParse(readJson(folder, 'app.json'))
  const { version } = z.object({ version: z.string() }).parse(readJson(folder, 'package.json'))
  const problems = [
    ...(error?.issues.map(({ path: keys, message }) => `apps/mobile/app.json: ${keys.join('.') || 'it'} ${message}`) ??
      []),
    // Apple accepts nothing else.
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`apps/mobile/package.json: version must be three numbers such as 1.2.3, not ${version}`]),
  ]
  if (!success || problems.length > 0) throw new Error(problems.join('\n'))
  return { ...data, version }
}

function readJson(folder: string, name: string): unknown {
  const text = readFileSync(path.join(folder, name), 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`apps/mobile/${name} is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Facts written into the page, by meta name. */
export const phoneAppFacts = ({ name, server, scheme, google, pay }: PhoneApp): Record<string, string> => ({
  server,
  scheme,
  'product-name': name,
  'google-web-client': google.webClientId,
  'google-ios-client': google.iosClientId,
  'apple-pay-merchant': pay.appleMerchantId,
  'pay-country': pay.country,
})
