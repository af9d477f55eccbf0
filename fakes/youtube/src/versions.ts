import { type Answer, json } from './answer.ts'
import { at, type FakeRequest, objectIn } from './question.ts'

/** Steers which versions of clients are too old, as YouTube gives up on old ones from time to time. */
export interface FakeVersions {
  /** By the name of a client the oldest version that is still answered; older ones get 400 FAILED_PRECONDITION. */
  oldest(versions: Readonly<Record<string, string>>): void
}

export const openVersions = (): FakeVersions & { refusal(request: FakeRequest): Answer | undefined } => {
  let oldest: Readonly<Record<string, string>> = {}
  return {
    oldest(versions) {
      oldest = versions
    },
    refusal({ url, body }) {
      if (!url.pathname.startsWith('/youtubei/')) return undefined
      const client = at(objectIn(body), 'context', 'client')
      const name = String(at(client, 'clientName'))
      const needed = oldest[name]
      if (needed === undefined || !isOlder(String(at(client, 'clientVersion')), needed)) return undefined
      const message = 'Precondition check failed.'
      return json({ error: { code: 400, message, status: 'FAILED_PRECONDITION' } }, 400)
    },
  }
}

const isOlder = (version: string, needed: string): boolean => {
  const [mine, theirs] = [version, needed].map(text => text.split('.').map(Number)) as [number[], number[]]
  const differs = theirs.findIndex((part, index) => part !== (mine[index] ?? 0))
  return differs >= 0 && (mine[differs] ?? 0) < theirs[differs]!
}
