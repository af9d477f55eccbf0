import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startStripeTwin } from './index.ts'

/** The twin as a program: `node main.ts --port 4030 --price basic:Basic:499 --webhook http://localhost:3000/…`, or PORT. */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    price: { type: 'string', multiple: true, default: [] },
    webhook: { type: 'string' },
    secret: { type: 'string' },
    clock: { type: 'string' },
  },
})

const twin = await startStripeTwin({
  ...(values.clock ? { clock: { now: () => new Date(Date.now() + aheadMsIn(values.clock!)) } } : {}),
  port: Number(values.port ?? process.env.PORT ?? 4030),
  prices: values.price.map(text => {
    const [lookupKey = '', name = lookupKey, cents = '0'] = text.split(':')
    return { lookupKey, name, unitAmountCents: Number(cents) }
  }),
})
console.log(
  `Stripe twin on ${twin.url}, keys ${twin.keys.secret} and ${twin.keys.publishable}, script ${twin.scriptUrl}`,
)
if (values.webhook) {
  const { url, secret } = twin.webhooks.register({
    url: values.webhook,
    ...(values.secret ? { secret: values.secret } : {}),
  })
  console.log(`Webhooks go to ${url}, signed with ${secret}`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void twin.close())

/** How far the clock of a demo is ahead: it writes that into `clock.json` in its data folder. */
function aheadMsIn(file: string): number {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { aheadMs: number }).aheadMs : 0
}
