import { createHash } from 'node:crypto'
import { type Answer, bytes, json } from './answer.ts'
import { botCheck } from './faults.ts'
import type { Question } from './question.ts'

/** Controls which visitor data is accepted in player requests. */
export interface FakeVisitors {
  /** `issued`: only visitor data that the fake issued, as YouTube does since 2026. `any`: no check. */
  accept(which: 'issued' | 'any'): void
  /** Invalidates all visitor data issued so far: requests with it get a bot check. */
  revoke(): void
}

/** Issues visitor data, and answers player requests without it with a bot check that offers new visitor data. */
export const createVisitors = (): FakeVisitors & {
  answer(question: Question): Answer | undefined
  /** Adds new visitor data to the configuration in a page, where scrapers find it. */
  addToPage(page: Answer): Answer
} => {
  const issued = new Set<string>()
  let acceptsAny = false
  let count = 0

  const issue = (): string => {
    const visitorData = visitorDataOf(++count)
    issued.add(visitorData)
    return visitorData
  }

  return {
    accept(which) {
      acceptsAny = which === 'any'
    },
    revoke: () => issued.clear(),
    answer(question) {
      if (question.op === 'visitor')
        return question.from === 'visitor_id'
          ? json({ responseContext: { visitorData: issue() } })
          : workerData(issue())
      if (question.op !== 'player' || acceptsAny || issued.has(question.visitor)) return undefined
      return json({ responseContext: { visitorData: issue() }, ...botCheck })
    },
    addToPage(page) {
      const visitorData = issue()
      const config = { VISITOR_DATA: visitorData, INNERTUBE_CONTEXT: { client: { visitorData } } }
      const script = `<script>var ytcfg = { set() {} }; ytcfg.set(${JSON.stringify(config)});</script></head>`
      return { ...page, body: String(page.body).replace('</head>', () => script) }
    },
  }
}

/** Visitor data in YouTube's format: percent-encoded base64 of a message that begins with an id of eleven characters. */
const visitorDataOf = (number: number): string => {
  const digest = createHash('sha256').update(`visitor ${number}`).digest()
  const id = digest.toString('base64url').slice(0, 11)
  return encodeURIComponent(Buffer.concat([Buffer.from([0x0a, 11]), Buffer.from(id), digest]).toString('base64'))
}

/** Configuration of the page's service worker; only the position of the visitor data matters. */
const workerData = (visitorData: string): Answer => {
  const device = Array.from({ length: 14 }, (_, at) => (at === 13 ? visitorData : null))
  return bytes('application/javascript; charset=utf-8', `)]}'\n${JSON.stringify([[null, null, [[device], 'key']]])}`)
}
