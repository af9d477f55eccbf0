import { type Answer, json } from './answer.ts'
import { type FakeRequest, getPath, parseObject } from './question.ts'

/** Sets which client versions are too old, since YouTube drops old versions from time to time. */
export interface FakeVersions {
  /** Oldest accepted version by client name; older ones get 400 FAILED_PRECONDITION. */
  setOldest(versions: Readonly<Record<string, string>>): void
}

export const createVersionCheck = (): FakeVersions & { refusal(request: FakeRequest): Answer | undefined } => {
  let oldest: Readonly<Record<string, string>> = {}
  return {
    setOldest(versions) {
      oldest = versions
    },
    refusal({ url, body }) {
      if (!url.pathname.startsWith('/youtubei/')) return undefined
      const client = getPath(parseObject(body), 'context', 'client')
      const name = String(getPath(client, 'clientName'))
      const needed = oldest[name]
      if (needed === undefined || !isOlder(String(getPath(client, 'clientVersion')), needed)) return undefined
      const message = 'Precondition check failed.'
      return json({ error: { code: 400, message, status: 'FAILED_PRECONDITION' } }, 400)
    },
  }
}

const isOlder = (version: string, needed: string): boolean => {
  const [parts, neededParts] = [version, needed].map(text => text.split('.').map(Number)) as [number[], number[]]
  const differs = neededParts.findIndex((part, index) => part !== (parts[index] ?? 0))
  return differs >= 0 && (parts[differs] ?? 0) < neededParts[differs]!
}
