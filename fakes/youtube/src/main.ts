import { parseArgs } from 'node:util'
import { startFakeYoutube } from './index.ts'

/** Usage: `node main.ts --port 4010 --recordings ../shared/youtube`, or set PORT and RECORDINGS. */
const { values } = parseArgs({
  options: { port: { type: 'string' }, hostname: { type: 'string' }, recordings: { type: 'string' } },
})

const fake = await startFakeYoutube({
  port: Number(values.port ?? process.env.PORT ?? 4010),
  hostname: values.hostname,
  recordings: values.recordings ?? process.env.RECORDINGS,
})
console.log(`YouTube fake on ${fake.url}`)
for (const { file, keys } of fake.recordings)
  if (keys.length > 0) console.log(`  ${file}: ${keys.join(' ').slice(0, 120)}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close())
