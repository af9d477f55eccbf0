import { readFile, stat } from 'node:fs/promises'
import { Constants, Utils } from 'youtubei.js'
import { z } from 'zod'
import { type ClientName, clientNames } from './clients.ts'

/**
 * What a client says of itself in its requests: versions such as `1.04`, the user agent as in HTTP, `deviceMake`,
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
  /** The library's own, with what the file says of the client in their place. */
  of(client: ClientName): Promise<ClientIdentity>
}

export interface ClientFileConfig {
  /** A JSON file: an object of identities by the names of clients. It need not exist. */
  path?: string | undefined
  /** Hears why the file cannot be used, once for each change of it. What was last read stays in force. */
  onTrouble?: ((trouble: string) => void) | undefined
}

/**
 * YouTube stops answering clients that are too old. The file mends that between releases: it is looked at before each
 * request and read again when it has changed.
 */
export const clientIdentities = ({ path, onTrouble }: ClientFileConfig = {}): ClientIdentities => {
  const desktop = Utils.getRandomUserAgent('desktop')
  let known: z.infer<typeof identities> = {}
  let stamp = ''
  let refreshing: Promise<void> | undefined

  const refresh = async (file: string): Promise<void> => {
    const now = await stampOf(file)
    if (now === stamp) return
    stamp = now
    try {
      known = now === ABSENT ? {} : identitiesIn(await readFile(file, 'utf8'))
    } catch (error) {
      onTrouble?.(`${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return {
    async of(client) {
      if (path !== undefined) {
        refreshing ??= refresh(path).finally(() => {
          refreshing = undefined
        })
        await refreshing
      }
      return { ...libraryIdentity(client), userAgent: libraryIdentity(client).userAgent ?? desktop, ...known[client] }
    },
  }
}

const identities = z.strictObject(
  Object.fromEntries(clientNames.map(name => [name, identity.optional()])),
) as z.ZodType<Partial<Record<ClientName, ClientIdentity>>>

const identitiesIn = (json: string): z.infer<typeof identities> => {
  const { data, error } = identities.safeParse(JSON.parse(json))
  if (data !== undefined) return data
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`).join('; '))
}

/** What the library itself claims for a client. Its requests for IOS carry the user agent of a desktop in their body. */
const libraryIdentity = (client: ClientName): ClientIdentity => {
  const known = Constants.CLIENTS[client]
  return {
    version: known.VERSION,
    ...('USER_AGENT' in known ? { userAgent: known.USER_AGENT } : {}),
  }
}

const ABSENT = 'absent'

/** Tells one content of a file from the next. A file that may not be looked at is reported when it is read. */
const stampOf = async (file: string): Promise<string> => {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? ABSENT : String(error)
  }
}
