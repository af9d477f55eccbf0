import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, bytes, html, json } from './answer.ts'
import { captchaPage, consentPage } from './pages/refusals.ts'

/** What goes wrong, and how often; without `times` it goes on until it is cleared. */
export type Fault = (
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  /** The right answer, but late. */
  | { kind: 'delay'; ms: number }
  /** The right answer, but the connection breaks half-way. */
  | { kind: 'cut' }
  /** No answer at all; the connection stays open. */
  | { kind: 'hang' }
  /** EU cookie question in place of the answer. */
  | { kind: 'consent' }
  /** Google's captcha page, status 429. */
  | { kind: 'captcha' }
  /** A player answer that asks whether we are a robot. */
  | { kind: 'bot_check' }
  /** 200 and bytes that mean nothing. */
  | { kind: 'garbage' }
  /** 200 and nothing. */
  | { kind: 'empty' }
  /** Captions in json3 that stop after this share of their cues, 0 to 1. */
  | { kind: 'shortened'; share: number }
) & {
  times?: number
  /** On this share of the requests that it lies on, 0 to 1, as drawn by lot. */
  rate?: number
  /** Spares requests whose header of this name has these words in it. */
  unless?: { header: string; has: string }
}

export interface FaultRegister {
  /** Lays a fault on all keys that match; `*` stands for any characters. Returns what takes it away again. */
  lay(pattern: string, fault: Fault): () => void
  /** The fault on a key, counted as used. The one laid last wins. */
  take(key: string, headers: IncomingHttpHeaders): Fault | undefined
  clear(): void
}

export const botCheck = {
  playabilityStatus: { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' },
}

export const faultRegister = (): FaultRegister => {
  const random = drawnByLot()
  let laid: { pattern: string; fault: Fault; left: number }[] = []
  return {
    lay(pattern, fault) {
      const entry = { pattern, fault, left: fault.times ?? Number.POSITIVE_INFINITY }
      laid.unshift(entry)
      return () => {
        laid = laid.filter(other => other !== entry)
      }
    },
    take(key, headers) {
      const isSpared = ({ unless }: Fault) =>
        unless !== undefined && String(headers[unless.header] ?? '').includes(unless.has)
      const isMissed = ({ rate = 1 }: Fault) => random() >= rate
      const entry = laid.find(
        ({ pattern, left, fault }) => left > 0 && matches(pattern, key) && !isSpared(fault) && !isMissed(fault),
      )
      if (entry === undefined) return undefined
      entry.left -= 1
      return entry.fault
    },
    clear() {
      laid = []
    },
  }
}

/** Numbers from 0 to below 1 that look drawn by lot and are the same in every run (mulberry32). */
const drawnByLot = (): (() => number) => {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The answer that stands in for the right one; undefined for faults of the connection. */
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

/** The right answer with the first of its cues alone. */
export const shortened = (answer: Answer, share: number): Answer => {
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
