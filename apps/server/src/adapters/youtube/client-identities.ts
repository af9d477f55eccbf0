import { readFile, stat } from 'node:fs/promises'
import { Constants, Utils } from 'youtubei.js'
import { z } from 'zod'
import { type ClientName, clientNames } from './clients.ts'

/**
 * What a client claims about itself in its requests: versions such as `1.04`, the user agent as in HTTP, `deviceMake`,
 * `deviceModel`, `osName` and `osVersion` as in InnerTube's `context.client`, `id` as in `x-youtube-client-name`.
 */
export type ClientIdentity = z.infer<typeof identity>

const text = z.string().min(1).max(300)
const identity = z.strictObject({
  id: text.optional(),
  version: text.optional(),
  userAgent: text.optional(),
  deviceMake: text.optional(),
  deviceModel: text.optional(),
  osName: text.optional(),
  osVersion: text.optional(),
})

export interface ClientIdentities {
  /** The library's values, overridden by the file. */
  get(client: ClientName): Promise<ClientIdentity>
}

export interface ClientFileConfig {
  /** A JSON file that maps client names to identities. It may be missing. */
  path?: string | undefined
  /** Called once per change of the file if it is invalid, with the reason. The last valid content stays in use. */
  onInvalidFile?: ((trouble: string) => void) | undefined
}

/**
 * YouTube stops answering outdated clients. The file updates them between releases: it is checked before each request and
 * read again when it has changed.
 */
export const clientIdentities = ({ path, onInvalidFile }: ClientFileConfig = {}): ClientIdentities => {
  const desktop = Utils.getRandomUserAgent('desktop')
  let overrides: z.infer<typeof identities> = {}
  let fingerprint = ''
  let refreshing: Promise<void> | undefined

  const refresh = async (file: string): Promise<void> => {
    const current = await fingerprintOf(file)
    if (current === fingerprint) return
    fingerprint = current
    try {
      overrides = current === ABSENT ? {} : parseIdentities(await readFile(file, 'utf8'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      onInvalidFile?.(`Cannot use the YouTube client file ${file}, keeping its previous content: ${reason}`)
    }
  }

  return {
    async get(client) {
      if (path !== undefined) {
        refreshing ??= refresh(path).finally(() => {
          refreshing = undefined
        })
        await refreshing
      }
      return {
        ...libraryIdentity(client),
        userAgent: libraryIdentity(client).userAgent ?? desktop,
        ...overrides[client],
      }
    },
  }
}

const identities = z.strictObject(
  Object.fromEntries(clientNames.map(name => [name, identity.optional()])),
) as z.ZodType<Partial<Record<ClientName, ClientIdentity>>>

const parseIdentities = (json: string): z.infer<typeof identities> => {
  const { data, error } = identities.safeParse(JSON.parse(json))
  if (data !== undefined) return data
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`).join('; '))
}

/** What the library itself sends for a client. The body of its IOS requests contains a desktop user agent. */
const libraryIdentity = (client: ClientName): ClientIdentity => {
  const known = Constants.CLIENTS[client]
  return {
    version: known.VERSION,
    ...('USER_AGENT' in known ? { userAgent: known.USER_AGENT } : {}),
  }
}

const ABSENT = 'absent'

/** Changes with the content of a file. A file that cannot be inspected is reported when it is read. */
const fingerprintOf = async (file: string): Promise<string> => {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? ABSENT : String(error)
  }
}
