import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, bytes, html, json } from './answer.ts'
import { captchaPage, consentPage } from './pages/error-pages.ts'

/** A fault of an answer; `times` limits how many requests fail, by default all until it is removed. */
export type Fault = (
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  /** The correct answer, delayed. */
  | { kind: 'delay'; ms: number }
  /** The connection is closed in the middle of the correct answer. */
  | { kind: 'cut' }
  /** No answer; the connection stays open. */
  | { kind: 'hang' }
  /** The EU cookie consent page. */
  | { kind: 'consent' }
  /** Google's captcha page with status 429. */
  | { kind: 'captcha' }
  /** A player answer that requires a sign-in against bots. */
  | { kind: 'bot_check' }
  /** 200 with meaningless bytes. */
  | { kind: 'garbage' }
  /** 200 with an empty body. */
  | { kind: 'empty' }
  /** json3 captions that end after this share of their cues, 0 to 1. */
  | { kind: 'shortened'; share: number }
) & {
  times?: number
  /** Share of the matching requests that fail, 0 to 1, chosen pseudo-randomly. */
  rate?: number
  /** Skips requests whose header contains this text. */
  unless?: { header: string; has: string }
}

export interface FaultRegistry {
  /** Injects a fault for all keys that match (`*` is a wildcard) and returns a function that removes it. */
  inject(pattern: string, fault: Fault): () => void
  /** Returns the fault for a key and counts it as used. The fault injected last wins. */
  take(key: string, headers: IncomingHttpHeaders): Fault | undefined
  clear(): void
}

export const botCheck = {
  playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' },
}

export const createFaultRegistry = (): FaultRegistry => {
  const random = seededRandom()
  let injected: { pattern: string; fault: Fault; remaining: number }[] = []
  return {
    inject(pattern, fault) {
      const entry = { pattern, fault, remaining: fault.times ?? Number.POSITIVE_INFINITY }
      injected.unshift(entry)
      return () => {
        injected = injected.filter(other => other !== entry)
      }
    },
    take(key, headers) {
      const isExempt = ({ unless }: Fault) =>
        unless !== undefined && String(headers[unless.header] ?? '').includes(unless.has)
      const isSkippedByRate = ({ rate = 1 }: Fault) => random() >= rate
      const entry = injected.find(
        ({ pattern, remaining, fault }) =>
          remaining > 0 && matches(pattern, key) && !isExempt(fault) && !isSkippedByRate(fault),
      )
      if (entry === undefined) return undefined
      entry.remaining -= 1
      return entry.fault
    },
    clear() {
      injected = []
    },
  }
}

/** Pseudo-random numbers in [0, 1), the same in every run (mulberry32). */
const seededRandom = (): (() => number) => {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The wrong answer of a fault; undefined for faults of the connection. */
export const faultyAnswer = (fault: Fault): Answer | undefined => {
  switch (fault.kind) {
    case 'status':
      return {
        ...bytes('application/json', `{"error":{"code":${fault.status}}}`, fault.status),
        headers: fault.headers,
      }
    case 'consent':
      return html(consentPage)
    case 'captcha':
      return html(captchaPage, 429)
    case 'bot_check':
      return json(botCheck)
    case 'garbage':
      return bytes('application/json', ')]}\'\n[["wrb.fr",null,"\u0000')
    case 'empty':
      return bytes('text/html; charset=UTF-8', '')
    default:
      return undefined
  }
}

/** The correct answer with only the first cues. */
export const shortenCaptions = (answer: Answer, share: number): Answer => {
  const { events, ...rest } = JSON.parse(String(answer.body)) as { events: unknown[] }
  return { ...answer, body: JSON.stringify({ ...rest, events: events.slice(0, Math.ceil(events.length * share)) }) }
}

const matches = (pattern: string, key: string): boolean => {
  const parts = pattern.split('*')
  const [first = '', ...rest] = parts
  if (!key.startsWith(first)) return false
  if (rest.length === 0) return key === first
  let from = first.length
  for (const part of rest.slice(0, -1)) {
    const found = key.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  const last = rest.at(-1) ?? ''
  return key.length - from >= last.length && key.endsWith(last)
}
