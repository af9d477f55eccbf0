import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startFakeStripe } from './index.ts'

/** Command line: `node main.ts --port 4030 --price basic:Basic:499 --webhook http://localhost:3000/…`. PORT also sets the port. */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    price: { type: 'string', multiple: true, default: [] },
    webhook: { type: 'string' },
    secret: { type: 'string' },
    clock: { type: 'string' },
  },
})

const fake = await startFakeStripe({
  ...(values.clock ? { clock: { now: () => new Date(Date.now() + readAheadMs(values.clock!)) } } : {}),
  port: Number(values.port ?? process.env.PORT ?? 4030),
  prices: values.price.map(text => {
    const [lookupKey = '', name = lookupKey, cents = '0'] = text.split(':')
    return { lookupKey, name, unitAmountCents: Number(cents) }
  }),
})
console.log(
  `Stripe fake listens on ${fake.url}. Keys: ${fake.keys.secret}, ${fake.keys.publishable}. Script: ${fake.scriptUrl}`,
)
if (values.webhook) {
  const { url, secret } = fake.webhooks.register({
    url: values.webhook,
    ...(values.secret ? { secret: values.secret } : {}),
  })
  console.log(`Webhooks are sent to ${url}, signed with ${secret}`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close())

/** How far the demo clock is ahead, in milliseconds. The demo writes it to `clock.json` in its data folder. */
function readAheadMs(file: string): number {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { aheadMs: number }).aheadMs : 0
}
