import type { Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { ClockRejection, MovableClock } from '../ports/clock.ts'
import { readBytes, readJson } from './body.ts'
import { operatorQuery } from './operators-only.ts'
import type { Router } from './router.ts'

/** `/dev/clock` moves the demo clock forward. `GET` and `POST` use JSON for programs, and a page with forms for browsers. */
export function bindClockPage({ app }: Router, clock: MovableClock): void {
  app.get('/dev/clock', c =>
    wantsPage(c) ? c.html(page(clock, operatorQuery(c)), 200, pageHeaders) : c.json(clockState(clock), 200, noStore),
  )
  app.post('/dev/clock', async c => {
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
    const problem = move(clock, isForm ? await readForm(c) : await readJson(c))
    if (!isForm && problem) throw new AppError('invalid_request', problem)
    if (problem) return c.html(page(clock, operatorQuery(c), problem), 400, pageHeaders)
    return isForm ? c.redirect(`/dev/clock${operatorQuery(c)}`, 303) : c.json(clockState(clock), 200, noStore)
  })
}

const wantsPage = (c: Context): boolean => (c.req.header('accept') ?? '').includes('text/html')

const clockState = (clock: MovableClock) => ({ now: clock.now().toISOString(), aheadMs: clock.aheadMs() })

const requestSchema = z.union([
  z.strictObject({ advanceMs: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  z.strictObject({ to: z.iso.datetime({ offset: true }) }),
])

/** Returns an error message, or null if it moved the clock. */
function move(clock: MovableClock, input: unknown): string | null {
  const parsed = requestSchema.safeParse(input)
  if (!parsed.success) return 'Pass either advanceMs or a later time as to, such as 2026-11-21T09:00:00Z.'
  const { data } = parsed
  const reason = clock.advance('to' in data ? Date.parse(data.to) - clock.now().getTime() : data.advanceMs)
  return reason && messages[reason]
}

const messages: Record<ClockRejection, string> = {
  back: 'The clock cannot go back. Choose a later time.',
  too_far: 'The clock can be at most ten years ahead.',
}

/** Form fields are text, and their timestamps have no time zone: they are in UTC. */
async function readForm(c: Context): Promise<unknown> {
  const bytes = await readBytes(c, 1_000, () => new AppError('too_large'))
  const { advanceMs, to } = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
  if (advanceMs !== undefined) return { advanceMs: Number(advanceMs) }
  return { to: to && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(to) ? `${to}:00Z` : `${to}Z` }
}

const noStore = { 'Cache-Control': 'no-store' }

const pageHeaders = {
  ...noStore,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

const button = (query: string, advanceMs: number, label: string) =>
  html`<form method="post" action="/dev/clock${query}"><button name="advanceMs" value="${advanceMs}">${label}</button></form>`

const page = (clock: MovableClock, query: string, problem = '') => html`<!doctype html><html lang="en"><head>
<meta charset="utf-8"><title>Demo clock</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
output { display: block; font-size: 2rem; font-variant-numeric: tabular-nums }
form { display: inline-block; margin: .5rem .5rem .5rem 0 }
button, input { font: inherit; padding: .4rem .8rem }
</style></head><body><h1>Demo clock</h1>
<output>${clock.now().toISOString().slice(0, 19).replace('T', ' ')} UTC</output>
<p>${aheadOf(clock)}</p>
${problem ? html`<p role="alert"><strong>${problem}</strong></p>` : ''}
${button(query, 3600_000, '+1 hour')}${button(query, 24 * 3600_000, '+1 day')}
<form method="post" action="/dev/clock${query}"><label>Set to (UTC) <input type="datetime-local" name="to" required></label> <button>Set</button></form>
<p>You can only move the clock forward. It keeps its time after a restart. Schedules, sessions, links in mails, audio links, expiry dates, and the fake
YouTube, Google and Apple follow it. Delayed jobs follow the clock of the database, which does not move: a mail that is retried in a minute is retried in
a real minute.</p></body></html>`

const aheadOf = (clock: MovableClock): string => {
  const minutes = Math.round(clock.aheadMs() / 60_000)
  if (minutes === 0) return 'It shows the real time.'
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  return `It is ${days} d ${hours} h ${minutes % 60} min ahead of the real time.`
}
